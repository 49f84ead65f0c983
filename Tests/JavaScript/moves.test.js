import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapForPosition, gapForStep, longestRise, moveIntoGap, reorder } from '../../web/model/moves.js'

/** Carries operations out on a list of ids, as SPEC L4 says. */
function carryOut(order, ops) {
  const list = [...order]
  for (const { id, after, before } of ops) {
    list.splice(list.indexOf(id), 1)
    const at = after === undefined ? (before === null ? list.length : list.indexOf(before)) : after === null ? 0 : list.indexOf(after) + 1
    list.splice(at, 0, id)
  }
  return list.join('')
}

/** What a person means by dropping `ids` into a gap. */
function meant(order, ids, gap) {
  const stays = id => !ids.includes(id)
  return [...order.slice(0, gap).filter(stays), ...order.filter(id => !stays(id)), ...order.slice(gap).filter(stays)].join('')
}

const subsets = order => Array.from({ length: 2 ** order.length }, (_, bits) => order.filter((_, at) => bits & (1 << at)))

test('every group dropped into every gap lands exactly there', () => {
  const order = [...'abcde']
  for (const ids of subsets(order)) {
    for (let gap = 0; gap <= order.length; gap += 1) {
      const ops = moveIntoGap(order, ids, gap)
      assert.equal(carryOut(order, ops), meant(order, ids, gap), `${ids} into ${gap}`)
      if (meant(order, ids, gap) === order.join('')) assert.deepEqual(ops, [], `${ids} into ${gap} changes nothing`)
    }
  }
})

test('a group moved to position N has its first album there', () => {
  const order = [...'abcde']
  for (const ids of subsets(order).filter(some => some.length)) {
    for (let position = 1; position <= order.length - ids.length + 1; position += 1) {
      const moved = carryOut(order, moveIntoGap(order, ids, gapForPosition(order, ids, position)))
      assert.equal(moved.slice(position - 1, position - 1 + ids.length), ids.join(''), `${ids} to ${position}`)
    }
  }
})

test('one step up or down moves by one, and stops at the ends', () => {
  const order = [...'abcd']
  assert.equal(carryOut(order, moveIntoGap(order, ['b'], gapForStep(order, ['b'], 1))), 'acbd')
  assert.equal(carryOut(order, moveIntoGap(order, ['b', 'c'], gapForStep(order, ['b', 'c'], -1))), 'bcad')
  assert.equal(gapForStep(order, ['a'], -1), undefined)
  assert.equal(gapForStep(order, ['d'], 1), undefined)
})

test('any order becomes any other with the fewest moves', () => {
  const orders = permutations([...'abcde'])
  for (const wanted of orders) {
    const ops = reorder([...'abcde'], wanted)
    assert.equal(carryOut([...'abcde'], ops), wanted.join(''))
    assert.equal(ops.length, 5 - longestRise(wanted.map(id => 'abcde'.indexOf(id))).length)
  }
})

function permutations(list) {
  return list.length < 2 ? [list] : list.flatMap((one, at) => permutations([...list.slice(0, at), ...list.slice(at + 1)]).map(rest => [one, ...rest]))
}
