// What Undo and Redo would switch, told from the last `you` and the own acts since.

import test from 'node:test'
import assert from 'node:assert/strict'
import { Steps } from '../../web/client/steps.js'

const step = (seq, label = `step ${seq}`) => ({ req: seq, seq, label, ids: [], effect: [] })
const act = (kind, one, shows = true) => ({ kind, step: one, seq: one.seq, shows })
const told = (seq, undo, redo = null, covered = null) => ({ seq, undo: undo && { step: undo, label: '' }, redo: redo && { step: redo, label: '' }, covered })
const always = () => true
const named = ({ undo, redo, covered }) => [undo?.seq ?? null, redo?.seq ?? null, covered]

/** Steps 1 to `count`, accepted and told. */
function accepted(count) {
  const steps = new Steps(), all = []
  for (let seq = 1; seq <= count; seq += 1) {
    all.push(step(seq))
    steps.happened(act('do', all.at(-1)))
    steps.tell(told(seq, seq))
  }
  return { steps, all }
}

test('U7 without own acts the buttons are what `you` says', () => {
  const { steps } = accepted(3)
  steps.tell(told(9, 2, 3, 'covered'))
  assert.deepEqual(named(steps.targets([], always)), [2, 3, 'covered'])
})

test('U7 an own event that came ahead of its `you` counts already', () => {
  const { steps } = accepted(2)
  steps.happened(act('do', step(3)))
  assert.deepEqual(named(steps.targets([], always)), [3, null, null])
})

test('U2 beneath an open undo comes the newest older step that would show something', () => {
  const { steps, all } = accepted(3)
  const shows = one => one.seq !== 2
  assert.deepEqual(named(steps.targets([act('undo', all[2])], shows)), [1, 3, null])
})

test('U5 an open step greys Redo, unless it shows nothing', () => {
  const { steps } = accepted(2)
  steps.tell(told(3, 1, 2, 'covered'))
  const open = { req: 9, seq: null, label: '', ids: [], effect: [] }
  assert.deepEqual(named(steps.targets([act('do', open)], always)), [null, null, null])
  assert.deepEqual(steps.targets([act('do', open)], always).undo, open)
  assert.deepEqual(named(steps.targets([act('do', open, false)], always)), [1, 2, 'covered'])
})

test('U5 what a new step dropped does not come back beneath a later redo', () => {
  const { steps, all } = accepted(2)
  steps.happened(act('undo', { ...all[1], seq: 2 }))
  steps.tell(told(3, 1, 2))
  const next = step(4)
  steps.happened(act('do', next))
  steps.tell(told(4, 4))
  const undo = { ...act('undo', next), seq: 5 }
  steps.happened(undo)
  steps.tell(told(5, 1, 4))
  assert.deepEqual(named(steps.targets([act('redo', next)], always)), [4, null, null])
})

test('U7 a step nobody remembers is the same step each time it is named', () => {
  const steps = new Steps()
  steps.tell(told(430, 428))
  assert.deepEqual(named(steps.targets([act('undo', steps.find(428, ''))], always)), [null, 428, null])
})

test('J7 in another epoch nothing is remembered', () => {
  const { steps } = accepted(3)
  steps.forget()
  assert.deepEqual(named(steps.targets([], always)), [null, null, null])
  steps.tell(told(2, 2))
  assert.deepEqual(named(steps.targets([act('undo', steps.find(2))], always)), [null, 2, null])
})
