import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameIn, takeToken, tokenIn } from '../../web/client/token.js'

/** A tab at an address, and the browser's storage behind it. */
function tabAt(hash, kept = {}) {
  const tab = { location: { hash, pathname: '/s/main', search: '?x=1' }, shown: null, kept }
  tab.history = { state: 'as it was', replaceState: (state, _, address) => { tab.shown = [state, address] } }
  tab.storage = { getItem: name => kept[name] ?? null, setItem: (name, value) => { kept[name] = value } }
  return tab
}

test('A5 The token of an invitation goes out of the address and is remembered for its shelf', () => {
  const tab = tabAt('#token=aa.bb-_.cc')
  assert.equal(takeToken('main', tab.storage, tab), 'aa.bb-_.cc')
  assert.deepEqual(tab.shown, ['as it was', '/s/main?x=1'])
  assert.deepEqual(tab.kept, { 'backspin.token.main': 'aa.bb-_.cc' })
})

test('A5 Without an invitation the remembered token of this shelf counts, and the address stays', () => {
  const tab = tabAt('#list', { 'backspin.token.main': 'old', 'backspin.token.other': 'not this' })
  assert.equal(takeToken('main', tab.storage, tab), 'old')
  assert.equal(takeToken('third', tab.storage, tab), undefined)
  assert.equal(tab.shown, null)
})

test('A5 A newer invitation takes the place of the remembered token', () => {
  const tab = tabAt('#token=new', { 'backspin.token.main': 'old' })
  assert.equal(takeToken('main', tab.storage, tab), 'new')
  assert.equal(tab.kept['backspin.token.main'], 'new')
})

test('A5 Where nothing can be kept a token lasts as long as the page', () => {
  const tab = tabAt('#token=aa'), full = { getItem: () => { throw new Error('closed') }, setItem: () => { throw new Error('full') } }
  assert.equal(takeToken('main', null, tab), 'aa')
  assert.equal(takeToken('main', full, tab), 'aa')
  assert.equal(takeToken('main', full, tabAt('')), undefined)
})

test('A5 What is no token is not taken for one', () => {
  for (const hash of ['', '#', '#token', '#token=', '#token=a%20b', '#token=<b>', '#other=aa']) assert.equal(tokenIn(hash), undefined, hash)
})

test('A1 The name that a token gives is read from it, whatever its letters; what is no token gives none', () => {
  const token = claims => `aa.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.cc`
  for (const name of ['Ann', 'Zoë Ünlü', '山田', '??>>~~']) assert.equal(nameIn(token({ role: 'edit', name })), name)
  for (const other of [token({ role: 'edit' }), undefined, '', 'aa', 'aa.%.cc', 'aa.AAAA.cc']) assert.equal(nameIn(other), '')
})
