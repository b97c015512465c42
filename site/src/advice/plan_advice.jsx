// The advice that a plan comes with, the most pressing first.

const LEVELS = [
  ['must', 'Must', 'or data or the host is in danger'],
  ['should', 'Should', 'worth doing on this pool'],
  ['note', 'Good to know', ''],
];

/** Returns a sentence with its first letter large, unless the first word is a name such as `vm.dirty_ratio`. */
function capitalised(text) {
  const isWord = /^[a-z]+[\s,]/.test(text);
  return isWord ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function Item({ item, openTopic }) {
  return (
    <li>
      <p class="plan-advice-message">{capitalised(item.message)}.</p>
      <p class="muted">Because {item.because}.</p>
      <p class="note">
        {item.source}
        {openTopic && item.topic && (
          <>
            {' · '}
            <button type="button" class="link" onClick={() => openTopic(item.topic)}>
              Ask this rule<span class="spoken"> about {item.topic}</span>
            </button>
          </>
        )}
      </p>
    </li>
  );
}

/** `advice` as in the JSON of a plan: [{ level, topic, message, because, source }]. Nothing where it is empty. */
export function PlanAdvice({ advice, openTopic }) {
  if (!advice?.length) return null;
  return (
    <section class="plan-advice" aria-labelledby="plan-advice-title">
      <h2 id="plan-advice-title">Advice on this pool</h2>
      {LEVELS.map(([level, heading, about]) => {
        const items = advice.filter((item) => item.level === level);
        if (items.length === 0) return null;
        return (
          <section key={level} class={`plan-advice-level is-${level}`} aria-label={heading}>
            <h3>
              {heading} {about && <small>{about}</small>}
            </h3>
            <ul>
              {items.map((item) => (
                <Item key={`${item.topic} ${item.message}`} item={item} openTopic={openTopic} />
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}
