// The top line: the shelf's name, who is here, the status, and a menu for what is rarely needed.

import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { h } from '../basics/dom.js'
import { openMenu } from '../basics/menu.js'

export class Topline {
  constructor(element, { shelf, menu }) {
    this.menu = menu
    this.statusPlace = h('div', { class: 'top-status' })
    this.peoplePlace = h('div', { class: 'top-people' })
    this.button = h('button', { type: 'button', class: 'quiet square', 'aria-haspopup': 'menu', 'aria-label': strings.menu.name, onclick: () => openMenu(this.button, strings.menu.name, menu()) }, icon('menu'))
    element.append(h('h1', { dir: 'auto' }, shelf), this.statusPlace, this.peoplePlace, this.button)
  }
}
