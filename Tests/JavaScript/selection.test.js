import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Selection } from '../../web/model/selection.js'

const order = [...'abcdef']
const chosen = selection => selection.ids.sort().join('')

test('a plain click selects nothing and anchors the next range', () => {
  const selection = new Selection()
  selection.anchorAt('b')
  selection.extend('d', order)
  assert.equal(chosen(selection), 'bcd')
  selection.extend('a', order)
  assert.equal(chosen(selection), 'ab')
})

test('toggling puts in and takes out', () => {
  const selection = new Selection()
  selection.toggle('b')
  selection.toggle('e')
  selection.toggle('b')
  assert.equal(chosen(selection), 'e')
})

test('a selection survives another order, a range follows the order it is made in', () => {
  const selection = new Selection()
  selection.anchorAt('a')
  selection.extend('c', order)
  assert.equal(selection.has('b'), true)
  selection.extend('c', [...'acb'])
  assert.equal(chosen(selection), 'ac')
})

test('albums that are gone leave the selection and are counted', () => {
  const selection = new Selection()
  selection.all(order)
  assert.equal(selection.drop(['b', 'x']), 1)
  assert.equal(chosen(selection), 'acdef')
})

test('a range whose anchor is gone starts at its end', () => {
  const selection = new Selection()
  selection.anchorAt('z')
  selection.extend('c', order)
  assert.equal(chosen(selection), 'c')
})
