// Changes of the list that views follow one after another, and that can be taken back in reverse. Pure.
//
//   { type: 'insert', id, index, album }      { type: 'delete', id, index, album }
//   { type: 'move', id, from, to, album }     `to` counts after taking it out
//   { type: 'edit', id, index, album, was, fields }   `fields`: Map of what changed, null where a field went away

import { fieldsFrom, sameFields, withFields } from './wire.js'

/** An event does not fit the list: the two have gone different ways, and only a snapshot helps. */
export class Diverged extends Error {}

/** Carries out one of an event's `ops` (W5), and returns the change. */
export function applyOp(list, op) {
  const at = op.index ?? op.from
  if ((op.op === 'delete' || op.op === 'move') && list.at(at)?.id !== op.id) {
    throw new Diverged(`${op.id} is not at ${at}`)
  }
  switch (op.op) {
    case 'delete': return { type: 'delete', id: op.id, index: at, album: list.remove(at) }
    case 'move': return move(list, at, op.to)
    case 'insert': return insert(list, op.index, { id: op.id, fields: fieldsFrom(op.fields) })
    case 'edit': return edit(list, op.id, new Map(Object.entries(op.set)))
    default: throw new Diverged(`an unknown operation, ${op.op}`)
  }
}

export function insert(list, index, album) {
  if (list.has(album.id) || !(index >= 0 && index <= list.length)) throw new Diverged(`${album.id} cannot be put at ${index}`)
  list.insert(index, album)
  return { type: 'insert', id: album.id, index, album }
}

function move(list, from, to) {
  if (!(to >= 0 && to < list.length)) throw new Diverged(`nothing can be moved to ${to}`)
  const album = list.remove(from)
  list.insert(to, album)
  return { type: 'move', id: album.id, from, to, album }
}

/** Writes the fields of `set`, a Map; null takes one away. */
export function edit(list, id, set) {
  const was = list.get(id)
  if (!was) throw new Diverged(`${id} is not on the list`)
  const album = { id, fields: withFields(was.fields, set) }
  list.replace(album)
  return { type: 'edit', id, index: list.indexOf(id), album, was, fields: set }
}

/** Takes a change back; what came after it must have been taken back before. */
export function unapply(list, change) {
  switch (change.type) {
    case 'insert': return void list.remove(change.index)
    case 'delete': return list.insert(change.index, change.album)
    case 'move': return list.insert(change.from, list.remove(change.to))
    case 'edit': return void list.replace(change.was)
  }
}

/** Whether an event's `ops` say just what `changes` say. */
export function asForetold(ops, changes) {
  return ops.length === changes.length && ops.every((op, i) => sameChange(op, changes[i]))
}

function sameChange(op, change) {
  if (op.op !== change.type || op.id !== change.id) return false
  switch (op.op) {
    case 'delete': return op.index === change.index
    case 'move': return op.from === change.from && op.to === change.to
    case 'insert': return op.index === change.index && sameFields(fieldsFrom(op.fields), change.album.fields)
    default: return sameFields(new Map(Object.entries(op.set)), change.fields)
  }
}
