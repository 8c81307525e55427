import { shortDate } from '#views/format.ts'
import { delegate } from './page.ts'

// How long a password is concerns nobody who looks on.
const counted = '[data-maxlength]:not([type=password])'

/** Characters. */
const SHORT = 12

export function watchFields(): void {
  delegate('focusin', counted, (field) => showRemaining(field as HTMLInputElement))
  delegate('input', counted, (field) => showRemaining(field as HTMLInputElement))
  delegate('focusout', counted, (field) => field.closest('.field')?.querySelector('.remaining')?.remove())
  delegate('input', '[data-upper]', (field) => toUpperCase(field as HTMLInputElement))
  delegate('input', '[data-shown]', (field) => {
    field.dataset.shown = shortDate((field as HTMLInputElement).value)
  })
  delegate('change', '[data-decimal]', (field) => tidy(field as HTMLInputElement))
}

/** Only near the limit, and not in what is written in a few characters, such as a VAT number: that is as long as it is. */
function showRemaining(field: HTMLInputElement): void {
  const box = field.closest('.field')
  if (!box) return
  const most = Number(field.dataset.maxlength)
  const left = most - field.value.length
  if (most <= SHORT || left > most / 10) {
    box.querySelector('.remaining')?.remove()
    return
  }
  const note = box.querySelector('.remaining') ?? box.appendChild(document.createElement('output'))
  note.className = left <= 10 ? 'remaining few' : 'remaining'
  note.textContent = `${left} ${left === 1 ? 'character' : 'characters'} left`
}

/** What is kept in upper case is typed in it, with the caret where it was. */
function toUpperCase(field: HTMLInputElement): void {
  const { selectionStart, selectionEnd, value } = field
  if (value === value.toUpperCase()) return
  field.value = value.toUpperCase()
  field.setSelectionRange(selectionStart, selectionEnd)
}

/** `R 1 234,50` as pasted from a document becomes `1234,50`; the server reads comma and point. */
function tidy(field: HTMLInputElement): void {
  field.value = field.value.replace(/^\s*R/, '').replace(/\s/g, '')
}
