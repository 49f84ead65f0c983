// The sentence for a step: labels are data (SPEC U11), and this is where they become English, or another language.

import { partsOf } from './messages.js'
import { isStartOver } from './sample.js'
import { strings } from '../strings/en.js'

/** The thing done, as a noun: "delete of American Pie", "move of 12 albums". */
export function nounOf(label) {
  return partsOf(formOf(strings.noun, label), valuesOf(label))
}

/** What somebody did, as a sentence: "Bo deleted American Pie", "Bo undid the delete of American Pie". */
export function sentenceOf({ kind = 'do', label, name, owner }) {
  if (kind === 'do') return partsOf(formOf(strings.did, label), { ...valuesOf(label), who: name })
  return partsOf(strings.switched[owner ? 'others' : 'own'][kind], { who: name, owner, what: nounOf(label) })
}

/** "Undo delete of American Pie", or plain "Undo" when there is nothing to undo. */
export const buttonOf = (which, target) =>
  target ? partsOf(strings.button[which].ready, { what: nounOf(target.label) }) : partsOf(strings.button[which].idle)

function formOf(forms, label) {
  if (isStartOver(label)) return forms.over
  const form = forms[label.op] ?? forms.mixed
  if (label.count !== 1) return label.op === 'edit' && label.field ? { other: form.manyField } : { other: form.many }
  return label.op === 'edit' && label.field ? form.oneField : form.one
}

const valuesOf = label => ({
  count: label.count, title: label.title || strings.untitled, field: strings.fields[label.field] ?? label.field ?? '',
})

/** The label of operations about to be sent, by the rules of U11; `titleOf(id)` knows the titles before them. */
export function labelOf(ops, titleOf) {
  const kinds = new Set(ops.map(op => op.op))
  const ids = [...new Set(ops.map(op => op.id))]
  const fields = new Set(ops.flatMap(op => (op.op === 'edit' ? Object.keys(op.set) : [])))
  const title = titleOf(ids[0]) ?? ops[0].fields?.title ?? null
  const label = { op: kinds.size === 1 ? [...kinds][0] : 'mixed', count: ids.length, id: ids[0], title }
  if (label.op === 'edit' && fields.size === 1) label.field = [...fields][0]
  return label
}
