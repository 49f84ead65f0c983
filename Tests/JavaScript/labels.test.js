import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buttonOf, labelOf, nounOf, sentenceOf } from '../../web/model/labels.js'
import { partsOf, plain } from '../../web/model/messages.js'
import { startOver } from '../../web/model/sample.js'
import { Notices } from '../../web/model/notices.js'

const one = { op: 'delete', count: 1, id: 'a1', title: 'Staring at the Sun' }

test('buttons say what they will do', () => {
  assert.equal(plain(buttonOf('undo', { label: one })), 'Undo delete of Staring at the Sun')
  assert.equal(plain(buttonOf('redo', { label: { op: 'move', count: 1200, id: 'a1', title: 'X' } })), 'Redo move of 1,200 albums')
  assert.equal(plain(buttonOf('undo', null)), 'Undo')
})

test('a new year is told as one', () => {
  const label = { op: 'edit', count: 1, id: 'a4', title: 'American Pie', field: 'year' }
  assert.equal(plain(sentenceOf({ label, name: 'Bo' })), 'Bo changed the year of American Pie')
  assert.equal(plain(nounOf({ ...label, count: 3 })), 'new year of 3 albums')
  assert.equal(plain(sentenceOf({ label: { ...label, field: 'catalogue_no' }, name: 'Bo' })), 'Bo changed the catalogue_no of American Pie')
})

test('undoing is told as undoing, and whose it was', () => {
  assert.equal(plain(sentenceOf({ kind: 'undo', label: one, name: 'Bo' })), 'Bo undid the delete of Staring at the Sun')
  assert.equal(plain(sentenceOf({ kind: 'undo', label: one, name: 'Root', owner: 'Bo' })), 'Root undid the delete of Staring at the Sun by Bo')
})

test('kinds that are not known yet, and albums without a title, still make sentences', () => {
  assert.equal(plain(nounOf({ op: 'paint', count: 2, id: 'x', title: null })), 'changes to 2 albums')
  assert.equal(plain(nounOf({ op: 'delete', count: 1, id: 'x', title: null })), 'delete of Untitled')
})

test('names stay apart from the sentence, and what looks like a placeholder in them stays text', () => {
  assert.deepEqual(partsOf('{who} deleted {title}', { who: '{title}', title: '<b>' }), [{ name: 'who', value: '{title}' }, ' deleted ', { name: 'title', value: '<b>' }])
})

test('plurals go by count', () => {
  const template = { one: '{count} album', other: '{count} albums' }
  assert.deepEqual([0, 1, 2].map(count => plain(partsOf(template, { count }))), ['0 albums', '1 album', '2 albums'])
})

test('a label of own operations follows the rules of U11', () => {
  const titleOf = id => ({ a: 'Low' })[id] ?? null
  assert.deepEqual(labelOf([{ op: 'edit', id: 'a', set: { year: 1977 } }], titleOf), { op: 'edit', count: 1, id: 'a', title: 'Low', field: 'year' })
  assert.deepEqual(labelOf([{ op: 'insert', id: 'n', before: null, fields: { title: 'New' } }], titleOf), { op: 'insert', count: 1, id: 'n', title: 'New' })
  assert.equal(labelOf([{ op: 'delete', id: 'a' }, { op: 'insert', id: 'n', fields: {} }], titleOf).op, 'mixed')
})

test('a start over is told as one, alone or among others', () => {
  const label = { op: 'mixed', count: 9, id: startOver(['a'], () => 'n')[0].id, title: 'Best of Bowie' }
  assert.equal(plain(buttonOf('undo', { label })), 'Undo start over')
  assert.equal(plain(buttonOf('undo', { label: { ...label, op: 'insert', count: 5 } })), 'Undo start over')
  assert.equal(plain(sentenceOf({ label, name: 'Bo' })), 'Bo started over with the sample albums')
  assert.equal(plain(nounOf({ ...label, op: 'edit' })), 'edit of 9 albums', 'what is done later with its album is not')
  const notices = new Notices({ rest: 100 })
  for (const one of [label, { op: 'mixed', count: 2, id: 'a', title: 'A' }]) notices.add({ by: 'bo', kind: 'do', label: one }, 0)
  assert.deepEqual(notices.take(500).map(event => event.label.count), [9, 2])
})

test('twelve moves within a moment become one notice, two people stay apart', () => {
  const notices = new Notices({ rest: 100, most: 1000 })
  for (let at = 0; at < 12; at += 1) notices.add({ by: 'bo', kind: 'do', label: { op: 'move', count: 1, id: `a${at}`, title: 'T' } }, at * 10)
  notices.add({ by: 'cy', kind: 'do', label: one }, 110)
  assert.deepEqual(notices.take(150), [])
  const told = notices.take(215)
  assert.deepEqual(told.map(event => [event.by, event.label.op, event.label.count]), [['bo', 'move', 12], ['cy', 'delete', 1]])
  assert.equal(notices.isEmpty, true)
})

test('many edits of one album stay one album', () => {
  const notices = new Notices({ rest: 100 })
  for (const field of ['year', 'genre', 'year']) notices.add({ by: 'bo', kind: 'do', label: { op: 'edit', count: 1, id: 'a', title: 'Low', field } }, 0)
  assert.equal(notices.take(500)[0].label.count, 1)
})
