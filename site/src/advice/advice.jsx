// The view of the rules around a pool: every topic a small calculator.

import { useEffect, useRef, useState } from 'preact/hooks';

import { Calculator } from './calculator.jsx';
import { grouped, topicTitle } from './topic_groups.js';

function TopicList({ topics, chosen, openTopic }) {
  const list = useRef(null);
  useEffect(() => {
    const item = list.current.querySelector('[aria-current]')?.closest('li');
    if (!item) return;
    const { top, bottom } = list.current.getBoundingClientRect();
    const place = item.getBoundingClientRect();
    if (place.top < top || place.bottom > bottom) list.current.scrollTop += place.top - top - (bottom - top) / 2;
  }, [chosen]);
  return (
    <nav class="advice-topics" aria-label="Topics" ref={list}>
      {grouped(topics).map(({ heading, topics: members }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul>
            {members.map((topic) => (
              <li key={topic.name}>
                <button
                  type="button"
                  class="link"
                  aria-current={topic.name === chosen ? 'page' : undefined}
                  aria-describedby={`advice-about-${topic.name}`}
                  onClick={() => openTopic(topic.name)}
                >
                  {topicTitle(topic.name)}
                </button>
                <p id={`advice-about-${topic.name}`}>{topic.summary}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/**
 * The view. `loadTopics()` and `ask(topic, input)` return promises; `topic` is the name of the open one or null;
 * `openTopic(name | null)` opens another; `known` are texts that the plan tells, by the name of an input.
 */
export function Advice({ loadTopics, ask, topic, openTopic, known = {} }) {
  const [topics, setTopics] = useState(null);
  const [problem, setProblem] = useState(null);
  useEffect(() => {
    let gone = false;
    loadTopics().then(
      (loaded) => gone || setTopics(loaded),
      (error) => gone || setProblem(error),
    );
    return () => {
      gone = true;
    };
  }, []);

  const open = topics?.find((each) => each.name === topic) ?? null;
  return (
    <div class={open ? 'advice has-topic' : 'advice'}>
      <header class="advice-head">
        <h1>Rules around a pool</h1>
        <p>Memory, log, cache, dedup, records, torn pages: each rule on its own, for the OpenZFS release you name.</p>
      </header>
      {problem && (
        <div class="notice error" role="alert">
          <span class="notice-mark" aria-hidden="true">
            ✕
          </span>
          <p>{problem.message}</p>
        </div>
      )}
      {topics && <TopicList topics={topics} chosen={open?.name} openTopic={openTopic} />}
      {open && (
        <div class="advice-open-topic">
          <button type="button" class="link advice-back" onClick={() => openTopic(null)}>
            ‹ All topics
          </button>
          <Calculator key={open.name} topic={open} ask={ask} known={known} />
        </div>
      )}
      {topics && !open && <p class="muted advice-choose">Choose a topic to ask it.</p>}
    </div>
  );
}
