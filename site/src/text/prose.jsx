// Sentences of the planner: names in backticks as code, powers raised, separators of the reader.

import { localized } from './numbers.js';

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `2^34` as 2³⁴. */
const raised = (text) => text.replace(/\^(\d+)/g, (_, digits) => digits.replace(/\d/g, (digit) => RAISED[digit]));

export function Prose({ text }) {
  return localized(text).split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : raised(part)));
}
