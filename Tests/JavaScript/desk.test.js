import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Actions } from '../../web/model/actions.js'
import { Desk } from '../../web/model/desk.js'
import { Told } from '../../web/model/told.js'

const album = id => ({ id, fields: new Map([['title', id.toUpperCase()]]) })

/** A client that does nothing by itself: tests change its list and tell it. */
class StillClient extends EventTarget {
  constructor(ids) {
    super()
    Object.assign(this, { albums: [...ids].map(album), undo: null, redo: null, covered: null, role: 'edit', sent: [] })
  }

  get length() { return this.albums.length }
  get(id) { return this.albums.find(one => one.id === id) }
  indexOf(id) { return this.albums.findIndex(one => one.id === id) }
  newId() { return `n${this.sent.length}` }
  async do(ops) {
    this.sent.push(ops)
    this.dispatchEvent(new Told('done', { step: this.sent.length, ops }))
    return { effect: 'done', seq: this.sent.length }
  }

  async undoStep(how) { this.sent.push({ undo: how }); return { effect: 'done', seq: 9 } }

  remove(id, cause = 'remote') {
    const index = this.indexOf(id)
    this.albums.splice(index, 1)
    this.dispatchEvent(new Told('change', { changes: [{ type: 'delete', id, index }], cause }))
  }

  insert(index, id, cause = 'remote') {
    this.albums.splice(index, 0, album(id))
    this.dispatchEvent(new Told('change', { changes: [{ type: 'insert', id, index, album: this.get(id) }], cause }))
  }
}

function deskOn(ids, current) {
  const client = new StillClient(ids)
  const desk = new Desk(client)
  desk.setCurrent(current)
  return { client, desk, actions: new Actions(desk) }
}

test('when the current album is deleted the one behind it becomes current, at the end the one in front', () => {
  const { client, desk } = deskOn('abcd', 'b')
  client.remove('b')
  assert.equal(desk.current, 'c')
  client.remove('d')
  client.remove('c')
  assert.equal(desk.current, 'a')
  client.remove('a')
  assert.equal(desk.current, null)
})

test('what others add and delete elsewhere leaves the current album alone', () => {
  const { client, desk } = deskOn('abcd', 'c')
  client.insert(0, 'x')
  client.remove('a')
  assert.equal(desk.current, 'c')
  assert.equal(desk.currentIndex, 2)
})

test('an album that comes back by an own undo becomes current, one that somebody else brings back does not', () => {
  const { client, desk } = deskOn('ab', 'a')
  client.insert(2, 'c', 'remote')
  assert.equal(desk.current, 'a')
  desk.followsComeback = true
  client.insert(3, 'd', 'local')
  assert.equal(desk.current, 'd')
})

test('commands work on the selection in the order of the shelf, otherwise on the current album', () => {
  const { desk } = deskOn('abcd', 'b')
  assert.deepEqual(desk.chosen, ['b'])
  desk.choose('d', { toggle: true })
  desk.choose('a', { toggle: true })
  assert.deepEqual(desk.chosen, ['a', 'd'])
})

test('deleted albums leave the selection, and how many is told', () => {
  const { client, desk } = deskOn('abcd', 'a')
  desk.selectAll()
  let told
  desk.addEventListener('changed', ({ detail }) => { told = detail.unselected })
  client.remove('b')
  assert.equal(told, 1)
  assert.deepEqual(desk.chosen, ['a', 'c', 'd'])
})

test('moving many is one request, and none at all while filtered', () => {
  const { client, desk, actions } = deskOn('abcd', 'a')
  assert.equal(actions.moveTo(['c', 'd'], 1), true)
  assert.deepEqual(client.sent, [[{ op: 'move', id: 'c', after: null }, { op: 'move', id: 'd', after: 'c' }]])
  desk.setFilter('a')
  assert.equal(actions.moveTo(['c'], 1), false)
  assert.equal(client.sent.length, 1)
})

test('the first undo of a sleeping step only says so, the second goes on', async () => {
  const { client, actions } = deskOn('ab', 'a')
  Object.assign(client, { undo: { step: 3 }, covered: { step: 5, label: {}, by: 'bo', name: 'Bo' } })
  let told = null
  actions.addEventListener('asleep', ({ detail }) => { told = detail })
  await actions.undo()
  assert.equal(told.canGoOn, true)
  assert.deepEqual(client.sent, [])
  await actions.undo()
  assert.deepEqual(client.sent, [{ undo: { anyway: true } }])
})

test('a covered step can be put back as ordinary work, as far as it still makes sense', async () => {
  const { client, actions } = deskOn('ab', 'a')
  await actions.do([{ op: 'edit', id: 'a', set: { year: 1992 } }, { op: 'delete', id: 'b' }])
  client.remove('b')
  assert.deepEqual(actions.again(1), [{ op: 'edit', id: 'a', set: { year: 1992 } }])
  assert.equal(actions.again(77), null)
})

test('starting over is one request: everything off, the five samples on, each with an id of its own', () => {
  const { client, actions } = deskOn('ab', 'a')
  let next = 0
  client.newId = () => `n${(next += 1)}`
  actions.startOver()
  const [ops] = client.sent
  assert.deepEqual(ops.map(op => op.op), ['insert', 'insert', 'insert', 'insert', 'insert', 'delete', 'delete'])
  assert.equal(new Set(ops.map(op => op.id)).size, 7)
  assert.deepEqual(ops[0].fields, { title: 'Best of Bowie', artist: 'David Bowie', genre: 'Pop', year: 1992 })
})

test('who may only look sends nothing', async () => {
  const { client, actions } = deskOn('ab', 'a')
  client.role = 'view'
  assert.equal((await actions.delete(['a'])).effect, 'none')
  assert.deepEqual(client.sent, [])
})

test('A2 who may only look on selects nothing', () => {
  const { client, desk } = deskOn('abcd', 'b')
  client.role = 'view'
  desk.choose('c', { toggle: true })
  desk.choose('d', { range: true })
  desk.selectAll()
  assert.equal(desk.selection.size, 0)
  assert.equal(desk.current, 'd')
})
