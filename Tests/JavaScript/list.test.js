// The pure parts under the view: the list against an array, and the least changes between two states of it.

import test from 'node:test'
import assert from 'node:assert/strict'
import { List } from '../../web/client/list.js'
import { capture, diff } from '../../web/client/diff.js'
import { applyOp, unapply, asForetold, Diverged } from '../../web/client/changes.js'
import { seeded, line } from './world.js'

const SEED = Number(process.env.SEED ?? 1)
const album = (id, fields = {}) => ({ id, fields: new Map(Object.entries(fields)) })
const some = count => Array.from({ length: count }, (_, i) => album(`a${i}`))

test('W5 a list of some thousand albums says what an array says, after any insert and delete', () => {
  const random = seeded(SEED), below = n => Math.floor(random() * n)
  const list = new List(some(2000)), array = some(2000)
  for (let i = 0; i < 6000; i += 1) {
    const shrink = array.length && (i % 3000 > 1500 ? random() < 0.9 : random() < 0.2), at = below(Math.min(array.length + !shrink, i % 700 < 300 ? 50 : Infinity))
    if (shrink) assert.equal(list.remove(at).id, array.splice(at, 1)[0].id)
    else { const one = album(`n${i}`); list.insert(at, one); array.splice(at, 0, one) }
    const probe = below(array.length || 1)
    assert.equal(list.length, array.length)
    assert.equal(list.at(probe)?.id, array[probe]?.id)
    if (array.length) assert.equal(list.indexOf(array[probe].id), probe)
  }
  assert.deepEqual(list.toArray().map(({ id }) => id), array.map(({ id }) => id))
})

test('W5 a list that was emptied takes albums again', () => {
  const list = new List(some(2))
  list.remove(0); list.remove(0)
  assert.equal(list.length, 0)
  assert.equal(list.at(0), undefined)
  list.insert(0, album('x'))
  assert.deepEqual(list.toArray(), [album('x')])
})

test('L1 ids that are traps in JavaScript are ids like any other', () => {
  const list = new List([album('__proto__'), album('constructor')])
  assert.equal(list.indexOf('constructor'), 1)
  assert.equal(list.indexOf('toString'), -1)
  assert.equal(list.get('hasOwnProperty'), undefined)
  applyOp(list, { op: 'delete', index: 0, id: '__proto__' })
  assert.equal(list.has('__proto__'), false)
})

test('W5 an event that does not fit is refused, never guessed', () => {
  const misfits = [
    { op: 'delete', index: 1, id: 'a0' }, { op: 'delete', index: 9, id: 'a0' }, { op: 'move', from: 0, to: 3, id: 'a0' },
    { op: 'move', from: 1, to: 0, id: 'a0' }, { op: 'insert', index: 4, id: 'n', fields: {} }, { op: 'insert', index: 0, id: 'a0', fields: {} },
    { op: 'edit', id: 'n', set: {} }, { op: 'swap', id: 'a0' }]
  for (const op of misfits) {
    const list = new List(some(3))
    assert.throws(() => applyOp(list, op), Diverged, JSON.stringify(op))
    assert.equal(line(list.toArray()), line(some(3)))
  }
})

/** Does random things to a list; returns the ids that it touched. */
function disturb(list, random, log) {
  const below = n => Math.floor(random() * n), touched = new Set(), n = list.length
  for (let count = 1 + below(6); count > 0; count -= 1) {
    const at = below(list.length), id = list.at(at)?.id, kind = list.length ? below(4) : 2
    if (kind === 0) log.push(applyOp(list, { op: 'delete', index: at, id }))
    if (kind === 1) log.push(applyOp(list, { op: 'move', from: at, to: below(list.length), id }))
    if (kind === 2) log.push(applyOp(list, { op: 'insert', index: below(list.length + 1), id: `n${n}-${count}`, fields: {} }))
    if (kind === 3) log.push(applyOp(list, { op: 'edit', id, set: { year: below(3), title: random() < 0.5 ? null : 't' } }))
    touched.add(log.at(-1).id)
  }
  return touched
}

test(`W5 the changes between two states lead from one to the other, in the order of the wire (SEED=${SEED})`, () => {
  for (let round = 0; round < 20_000; round += 1) {
    const random = seeded(SEED * 100_000 + round), size = Math.floor(random() * 8), log = []
    const list = new List(some(size)), replay = new List(some(size)), copy = new List(some(size))
    const touched = disturb(copy, random, log)
    const before = capture(list, touched)
    const { changes } = diff(before, capture(copy, touched))
    const ops = changes.map(({ type, id, index, from, to, fields, album: shown }) => ({ op: type, id, index, from, to, set: Object.fromEntries(fields ?? []), fields: Object.fromEntries(shown.fields) }))
    for (const op of ops) applyOp(replay, op)
    assert.equal(line(replay.toArray()), line(copy.toArray()), `round ${round}: ${JSON.stringify(ops)}`)
    assert.ok(asForetold(ops, changes))
    const order = changes.map(({ type }) => ['delete', 'move', 'insert', 'edit'].indexOf(type))
    assert.deepEqual(order, [...order].sort(), 'deletes, moves, inserts, edits')
    assert.ok(changes.filter(({ type }) => type === 'move').length <= log.filter(({ type }) => type === 'move').length, 'no more moves than were made')
    for (const change of log.reverse()) unapply(copy, change)
    assert.equal(line(copy.toArray()), line(some(size)), 'and everything can be taken back')
  }
})
