// The words of the wire (SPEC, W): frames to messages and back, albums from their JSON and back. Pure.
//
// Ids and field names are other people's text, so albums keep their fields in a Map: `constructor` is a legal
// name of a field, and `__proto__` a legal id.

export const PROTOCOL = 'backspin.v1'

/** Close codes that mean: do not come back by yourself (W10). */
export const stops = code => (code >= 4500 && code <= 4999) || code === 1002 || code === 1007 || code === 1009

/** The messages of a frame; throws SyntaxError when it is not what a server sends. */
export function parse(text) {
  const value = JSON.parse(text)
  const messages = Array.isArray(value) ? value : [value]
  for (const message of messages) {
    if (typeof message?.t !== 'string') throw new SyntaxError('a message without `t`')
  }
  return messages
}

export const format = message => JSON.stringify(message)

/** Fields of the wire as a Map; `null` takes a field away, so it is none. */
export function fieldsFrom(object) {
  const fields = new Map()
  for (const name of Object.keys(object ?? {})) {
    if (object[name] !== null) fields.set(name, object[name])
  }
  return fields
}

/** An album of a snapshot: its fields lie beside its id. */
export function albumFrom(object) {
  const fields = fieldsFrom(object)
  fields.delete('id')
  return { id: object.id, fields }
}

export const albumToWire = ({ id, fields }) => Object.fromEntries([['id', id], ...fields])

/** Whether two Maps of fields say the same. */
export function sameFields(a, b) {
  if (a.size !== b.size) return false
  for (const [name, value] of a) if (b.get(name) !== value) return false
  return true
}

/** The fields with `set` written over them. */
export function withFields(fields, set) {
  const next = new Map(fields)
  for (const [name, value] of set) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
