// Messages on screen: names apart from the sentence around them (bdi), titles set off (em).

import { partsOf, plain } from '../../model/messages.js'

/** A message as text, for accessible names and titles. */
export const text = (template, values) => plain(partsOf(template, values))

/** Parts of a message as nodes. */
export function nodesOf(parts) {
  return parts.map(part => {
    if (typeof part === 'string') return document.createTextNode(part)
    const node = document.createElement(['title', 'value'].includes(part.name) ? 'em' : 'bdi')
    node.dir = 'auto'
    node.textContent = part.value
    return node
  })
}

/** A message as nodes. */
export const rich = (template, values) => nodesOf(partsOf(template, values))

const formats = {
  today: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }),
  older: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
}

/** A moment, in the reader's way: the hour today, otherwise with the day. */
export function moment(at) {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return formats[isToday ? 'today' : 'older'].format(at)
}
