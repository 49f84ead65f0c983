// Keeps the list where it is on the screen while somebody points at it or works in it, whatever the card of the chosen album above it
// needs: a second click hits what the first one hit.

export class Steady {
  constructor({ list, above, around }) {
    Object.assign(this, { list, above, around })
    list.addEventListener('pointerleave', ({ pointerType }) => { if (pointerType === 'mouse') this.draw(() => {}) })
    addEventListener('resize', () => this.#letGo())
  }

  /** Draws what is above the list; `isAtList` says that a hand on the list is the reason. */
  draw(act, isAtList = false) {
    if (!isAtList && !this.list.matches(':hover')) { this.#letGo(); act(); return }
    const top = this.#top
    this.#letGo()
    act()
    scrollBy({ top: this.#top - top, behavior: 'instant' })
    this.#makeRoom(this.#top - top)
  }

  /** What scrolling alone could not make up for: the card stays as tall as it was, or the page gets longer. */
  #makeRoom(off) {
    if (off <= -1) this.above.style.minBlockSize = `${this.above.offsetHeight - off}px`
    if (off < 1) return
    this.around.style.minBlockSize = `${this.around.offsetHeight + off}px`
    scrollBy({ top: off, behavior: 'instant' })
  }

  #letGo() {
    for (const element of [this.above, this.around]) element.style.minBlockSize = ''
  }

  get #top() { return this.list.getBoundingClientRect().top }
}
