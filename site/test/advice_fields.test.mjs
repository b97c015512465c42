// What is written into the fields of a topic, as the rule reads it; what an answer says, as a person reads it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { canAnswer, inputOfMessage, inputValue, question, required, saidBeside, stillOpen, told } from '../src/advice/input_value.js';
import { quantities, quantityText, sizeText } from '../src/advice/quantity_text.js';
import { grouped, topicTitle } from '../src/advice/topic_groups.js';
import { setLocale } from '../src/text/numbers.js';

setLocale('en-US');

const input = (name, kind) => ({ name, kind, unit: '', default: null, meaning: name });
const topic = {
  name: 'log',
  inputs: [input('zfs', 'version'), input('ram_bytes', 'bytes'), input('rate', 'number'), input('shared', 'flag'), input('db', { word: ['postgresql', 'innodb'] })],
  outputs: [
    { name: 'need', unit: 'bytes', needs: ['zfs', 'rate'], meaning: 'need' },
    { name: 'most', unit: 'bytes', needs: ['zfs', 'ram_bytes'], meaning: 'most' },
    { name: 'fits', unit: 'bool', needs: ['zfs', 'rate', 'ram_bytes'], meaning: 'fits' },
  ],
};

test('numbers and sizes stay as written; flags, lists and pasted text become what the rule reads', () => {
  assert.equal(inputValue(input('a', 'bytes'), ' 128GiB '), '128GiB');
  assert.equal(inputValue(input('a', 'count'), '18446744073709551615'), '18446744073709551615');
  assert.equal(inputValue(input('a', 'flag'), 'true'), true);
  assert.equal(inputValue(input('a', 'text'), ' a\n b '), ' a\n b ');
  const list = (text) => inputValue(input('a', 'list'), text);
  assert.deepEqual(list('200, 200 100'), [200, 200, 100]);
  assert.deepEqual(list('raidz2; mirror:3'), ['raidz2', 'mirror:3']);
  assert.deepEqual(list('[[0, 1], [2, 3]]'), [[0, 1], [2, 3]]);
  assert.deepEqual(list('mirror'), ['mirror']);
  assert.equal(list('2'), 2);
  assert.equal(list('[1, 2'), '[1, 2');
});

test('empty fields are not asked; a topic is asked once some answer has all that it needs', () => {
  const asked = question(topic, { zfs: '2.3', ram_bytes: '  ', rate: '' });
  assert.deepEqual(asked, { zfs: '2.3' });
  assert.ok(!canAnswer(topic, asked));
  assert.ok(canAnswer(topic, { zfs: '2.3', rate: '1' }));
  assert.deepEqual([...required(topic)], ['zfs']);
});

test('what else could be answered names the inputs that are missing for it', () => {
  const open = stillOpen(topic, { zfs: '2.3', rate: '1' }, new Set(['need']));
  assert.deepEqual(open.map(({ missing, outputs }) => [missing, outputs.map(({ name }) => name)]), [[['ram_bytes'], ['most', 'fits']]]);
});

test('a message of a rule is said beside the input that it names', () => {
  assert.equal(inputOfMessage(topic, '`rate`: `"fast"` is not a number'), 'rate');
  assert.equal(inputOfMessage(topic, '`log` needs `zfs`'), 'zfs');
  assert.equal(inputOfMessage(topic, 'too large'), null);
  assert.equal(saidBeside({ message: '`rate`: `"fast"` is not a number', hint: 'rate: rate of writes' }, 'rate'), '`fast` is not a number');
  assert.equal(saidBeside({ message: 'no', hint: 'write 1' }, 'rate'), 'no; write 1');
});

test('a plan fills in what it knows, under the names of the rule', () => {
  assert.deepEqual(told(topic, { zfs: '2.3', ram: '64GiB', os: 'linux', db: 'mysql' }), { zfs: '2.3', ram_bytes: '64GiB', db: 'innodb' });
});

test('integers of 64 bits keep every digit where the browser tells them', () => {
  const { rows, warnings } = quantities('{"a": 18446744073709551615, "b": 0.5, "warnings": ["w"], "sources": []}');
  assert.deepEqual(rows.map(({ name }) => name), ['a', 'b']);
  assert.deepEqual(warnings, ['w']);
  assert.match(quantityText({ value: 1.8446744073709552e19, digits: '18446744073709551615' }, 'bytes').text, /^18.446.744.073.709.551.615\u00a0bytes$/);
});

test('quantities carry their unit, and a size both families of units', () => {
  assert.equal(sizeText(137438953472), '137.4\u00a0GB (128.0\u00a0GiB)');
  assert.equal(sizeText(512), '512\u00a0B');
  assert.deepEqual(quantityText({ value: true, digits: 'true' }, 'bool'), { text: 'yes', beside: '' });
  assert.deepEqual(quantityText({ value: 'log_device', digits: '' }, 'word'), { text: 'log device', beside: '' });
  assert.deepEqual(quantityText({ value: 0.333, digits: '0.333' }, 'fraction'), { text: '0.333', beside: '33.3\u00a0%' });
  assert.equal(quantityText({ value: 4.6e-4, digits: '0.00046' }, 'probability').beside, '1\u00a0in\u00a02,200');
  assert.equal(quantityText({ value: 4.3e16, digits: '4.3e16' }, 'h').text, '4.300\u00a0×\u00a010¹⁶\u00a0h');
});

test('every topic stands under one heading; one that no heading names is not lost', () => {
  const groups = grouped([{ name: 'zvol' }, { name: 'arc-limits' }, { name: 'new-rule' }]);
  assert.deepEqual(groups.map(({ heading, topics }) => [heading, topics.map(({ name }) => name)]), [
    ['Memory and cache', ['arc-limits']], ['Blocks and space', ['zvol']], ['Measurements', ['new-rule']],
  ]);
  assert.equal(topicTitle('new-rule'), 'New rule');
  assert.equal(topicTitle('zil-path'), 'ZIL path');
});
