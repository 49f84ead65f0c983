// Everything the page can do to a shelf. Each action is one request, so that it is one undo. Events: `did` (an action of this
// person, for the toast), `asleep` (an undo that the person should know more about first), `failed` (why Undo or Redo did nothing).

import { Done } from './done.js'
import { labelOf } from './labels.js'
import { gapForPosition, gapForStep, moveIntoGap, reorder } from './moves.js'
import { startOver } from './sample.js'
import { Told } from './told.js'

/** Not signed in, or not for this shelf: only another link helps (W10). */
export const isShut = code => code === 4502 || code === 4503

export class Actions extends EventTarget {
  #warned = null
  #presses = []      // of Undo and Redo, waiting until it is known what they would switch

  /** `storage` is the tab's own, or null: what was done can be done once more after a reload, too. */
  constructor(desk, storage = null) {
    super()
    this.desk = desk
    this.client = desk.client
    this.done = new Done(desk.client, storage)
    for (const type of ['targets', 'status']) this.client.addEventListener(type, () => this.#goOn())
    this.client.addEventListener('refused', ({ detail }) => { if (!detail.request.ops) this.#presses = [] })
  }

  /** A viewer changes nothing, nor does who is shut out: it would wait for a link that may never come. */
  get isReadOnly() { return !['edit', 'admin', undefined, null].includes(this.client.role) || isShut(this.client.status?.code) }

  /** Sends operations as one request and tells what was done; resolves with the outcome. */
  async do(ops) {
    if (!ops.length || this.isReadOnly) return { effect: 'none' }
    const label = labelOf(ops, id => this.desk.titleOf(id))
    this.#giveUp('late')
    const answer = this.client.do(ops)
    this.#warned = null
    this.#tell('did', { label, kind: 'do', target: this.client.undo })
    return answer
  }

  add(fields, after) {
    const id = this.client.newId()
    const place = after === undefined || after === null ? { before: null } : { after }
    this.do([{ op: 'insert', id, ...place, fields }])
    this.desk.choose(id)
    return id
  }

  addMany(list, after) {
    const ids = list.map(() => this.client.newId())
    const ops = list.map((fields, at) => {
      const anchor = at ? ids[at - 1] : after
      return { op: 'insert', id: ids[at], ...(anchor ? { after: anchor } : { before: null }), fields }
    })
    this.do(ops)
    this.desk.choose(ids[0])
  }

  edit(ids, set) { return this.do(ids.map(id => ({ op: 'edit', id, set }))) }
  delete(ids) { return this.do(ids.map(id => ({ op: 'delete', id }))) }
  restore(ids) { return this.do(ids.map(id => ({ op: 'restore', id }))) }

  /** Moves albums into a gap of the shelf's order; false when the view is not that order. */
  moveIntoGap(ids, gap) {
    if (!this.desk.order.isShelf || gap === undefined) return false
    const ops = moveIntoGap(this.#ids(), ids, gap)
    if (ops.length) this.do(ops)
    return true
  }

  moveBy(ids, step) { return this.moveIntoGap(ids, gapForStep(this.#ids(), ids, step)) }
  moveTo(ids, position) { return this.moveIntoGap(ids, gapForPosition(this.#ids(), ids, position)) }

  /** Makes the view's sort the shelf's order, for everyone. */
  applyOrder() {
    const ops = reorder(this.#ids(), this.desk.order.albums.map(album => album.id))
    this.desk.setSort(null)
    return this.do(ops)
  }

  startOver() { return this.do(startOver(this.#ids(), () => this.client.newId())) }

  undo() { return this.#press('undo') }
  redo() { return this.#press('redo') }

  /** A press whose step is not told yet waits until all switches on their way have their outcome, and no longer than the connection lasts. */
  #press(which) {
    if (this.isReadOnly) return undefined
    const isKnown = this.client[which] || !this.client.unsure
    if (isKnown && !this.#presses.length) return this.#switch(which)
    this.#presses.push(which)
    return this.#goOn()
  }

  #goOn() {
    while (this.#presses.length && !this.client.unsure) this.#switch(this.#presses.shift())
    if (!['connecting', 'online'].includes(this.client.status.phase)) this.#giveUp('unsure')
  }

  /** Presses that cannot be followed any more are said to be lost, never carried out on what nobody saw offered. */
  #giveUp(why) {
    const [which] = this.#presses.splice(0)
    if (which) this.#tell('failed', { which, why })
  }

  /** Undoes or redoes one own step by name, from the history. */
  async switchStep(which, step) {
    if (this.isReadOnly) return { effect: 'none' }
    this.desk.followsComeback = true
    const outcome = await (which === 'undo' ? this.client.undoStep({ step }) : this.client.redoStep({ step }))
    this.desk.followsComeback = false
    this.#told(which, outcome, null)
    return outcome
  }

  /** The first undo of a sleeping newest step only says so; the next one goes on to the step before. */
  async #switch(which) {
    const target = this.client[which]
    const covered = this.client.covered
    if (which === 'undo' && covered && this.#warned !== covered.step) {
      this.#warned = covered.step
      this.#presses = []
      return this.#tell('asleep', { covered, canGoOn: target !== null })
    }
    if (!target) { this.#presses = []; return this.#tell('failed', { which, why: 'nothing' }) }
    this.desk.followsComeback = true
    const answer = which === 'undo' ? this.client.undoStep(covered ? { anyway: true } : {}) : this.client.redoStep({})
    const outcome = await answer
    this.desk.followsComeback = false
    return this.#told(which, outcome, target)
  }

  #told(which, outcome, target) {
    if (outcome.effect === 'asleep') {
      this.#warned = outcome.covered?.step ?? null
      return this.#tell('asleep', { covered: outcome.covered, canGoOn: this.client.undo !== null })
    }
    if (outcome.effect === 'done') this.#tell('did', { label: outcome.event?.label ?? target?.label, kind: which })
    if (outcome.effect === 'none') this.#tell('failed', { which, why: 'nothing' })
    return undefined
  }

  /** The operations that do a covered step once more, as an ordinary new step; null when this tab no longer has them. */
  again(step) {
    const ops = this.done.opsOf(step)
    if (!ops) return null
    const here = id => this.client.get(id) !== undefined && this.client.get(id) !== null
    const repeated = ops.flatMap(op => {
      if (op.op === 'insert') return here(op.id) ? [] : [{ op: 'restore', id: op.id }]
      return (op.op === 'restore') === here(op.id) ? [] : [op]
    })
    return repeated.length ? repeated : null
  }

  #ids() { return this.client.albums.map(album => album.id) }
  #tell(type, detail) { this.dispatchEvent(new Told(type, detail)) }
}
