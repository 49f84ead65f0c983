// Keys that work wherever the page has the focus, unless text is being typed or a dialog is open.

import { isComposing, isTyping } from '../basics/dom.js'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

export function listenToKeys({ desk, actions, moveMenu, scroller, finder, details, add, shortcuts }) {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || isComposing(event) || document.querySelector('dialog[open], .menu')) return
    if (isTyping(event.target)) return
    const act = commandOf(event) ?? plainOf(event)
    if (!act) return
    event.preventDefault()
    act()
  })

  function commandOf(event) {
    const isCommand = isMac ? event.metaKey : event.ctrlKey
    const steps = { ArrowUp: -1, ArrowDown: 1 }
    if (event.altKey && !isCommand) return event.key in steps ? () => moveMenu.step(desk.chosen, steps[event.key]) : undefined
    if (!isCommand) return undefined
    const key = event.key.toLowerCase()
    if (key === 'z') return () => (event.shiftKey ? actions.redo() : actions.undo())
    if (key === 'y') return () => actions.redo()
    if (key === 'a') return () => desk.selectAll()
    return undefined
  }

  function plainOf(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined
    const isElsewhere = event.target === document.body || event.target.closest('#details')
    const here = {
      Delete: () => desk.chosen.length && actions.delete(desk.chosen), Escape: () => desk.clearSelection(), '?': shortcuts,
      '/': () => finder.input.focus(), Insert: () => add.open(),
    }
    if (isMac) here.Backspace = here.Delete
    if (event.target.closest('#covers')) here.Enter = here.F2 = () => details.edit('title')
    const free = { ArrowLeft: () => scroller.step(-1), ArrowRight: () => scroller.step(1), ArrowUp: null, ArrowDown: null }
    return here[event.key] ?? (isElsewhere ? free[event.key] : undefined)
  }

  // A list pasted anywhere but into a field opens the preview.
  document.addEventListener('paste', event => {
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text.trim()) add.open({ text })
  })
}
