import htmx from 'htmx.org'
import { openCreate } from './create.ts'
import { delegate, findElement, findElements } from './page.ts'

/** What a search finds is in sight, and what is added of it leaves the person where they add the next. */
export function watchAdding(): void {
  delegate('click', '[data-creates]', (button) => {
    void openCreate(button.dataset.creates ?? '', ({ id }) => {
      button.setAttribute('hx-vals', JSON.stringify({ additem: id }))
      htmx.trigger(button, 'created', {}, false)
    })
  })
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const { sourceElement: form, request, response } = ctx
    const { body } = request as { body: unknown }
    if (!(form instanceof HTMLFormElement) || form.dataset.empties === undefined) return
    const isSent = body instanceof FormData || body instanceof URLSearchParams
    if (isSent && (response?.status ?? 500) < 400) emptySent(form, body)
  })
  delegate('input', '[data-finds]', (search) => {
    stale.add(search)
    changed.add(search)
  })
  delegate('keydown', '[data-finds]', (search, event) => {
    if ((event as KeyboardEvent).key !== 'Enter') return
    event.preventDefault()
    if ((search as HTMLInputElement).value.trim() === '') return
    if (stale.has(search)) entered.add(search)
    else addFirst(foundOf(search))
  })
  document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
    // What is typed from here on is of another answer.
    changed.delete(ctx.sourceElement as HTMLElement)
  })
  let adds: string | undefined
  // Afterwards the button that was pressed may be gone.
  document.addEventListener('htmx:before:swap', ({ detail: { ctx } }) => {
    adds = (ctx.sourceElement as HTMLElement).dataset.adds
  })
  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    const search = ctx.sourceElement as HTMLElement
    if (search.dataset.finds) {
      const found = foundOf(search)
      showFound(search, found)
      if (!changed.has(search)) {
        stale.delete(search)
        if (entered.delete(search)) addFirst(found)
      }
    }
    if (adds) goOn(findElement(`#${adds}`))
    adds = undefined
  })
}

/** Searches whose text was changed since the last answer, and since the last request. */
const stale = new WeakSet<HTMLElement>()
const changed = new WeakSet<HTMLElement>()

/** Those in which Enter was pressed before the answer came. */
const entered = new WeakSet<HTMLElement>()

const foundOf = ({ dataset }: HTMLElement) => findElement(`#${dataset.finds}`)

/** Of what is found; where nothing is, the next Enter decides how what was typed is added. */
function addFirst(found: HTMLElement | null): void {
  if (!found) return
  const item = findElement('button[hx-vals*=additem]', found)
  if (item) item.click()
  else findElement('button', found)?.focus()
}

/** What was typed since it was sent stays. */
function emptySent(form: HTMLFormElement, sent: Iterable<[string, FormDataEntryValue]>): void {
  for (const [name, value] of sent) {
    const typed = findElement<HTMLTextAreaElement>(`textarea[name="${CSS.escape(name)}"]`, form)
    if (typed?.value === value) typed.value = ''
  }
}

/** Under the foot of a dialog nobody looks for it. */
function showFound(search: HTMLElement, found: HTMLElement | null): void {
  const scrolled = search.closest('.body')
  if (!found || !scrolled) return
  const { bottom } = scrolled.getBoundingClientRect()
  if (found.getBoundingClientRect().bottom > bottom) search.closest('.field')?.scrollIntoView()
}

function goOn(place: HTMLElement | null): void {
  if (!place) return
  for (const typed of findElements<HTMLInputElement>('input, textarea', place)) typed.value = ''
  findElement('input, button', place)?.focus()
}
