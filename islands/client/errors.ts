import { leaveForSignIn } from '#islands/lib/address.ts'
import { AUTOSAVED } from './autosave.ts'
import { strangerSaid } from './captive-portal.ts'
import { openModal } from './dialogs.ts'
import { clearErrors, placeErrors } from './forms.ts'
import { messages } from './messages.ts'
import { keepChange } from './outbox.ts'
import { findElement, findElements } from './page.ts'
import { askToSignIn, isSignedOut } from './signed-out.ts'
import { snackbar } from './snackbars.ts'
import { markUnanswered } from './unanswered.ts'

type Context = DocumentEventMap['htmx:before:swap']['detail']['ctx']

/** A page is never replaced by an error. */
export function watchErrors(): void {
  document.addEventListener('htmx:before:swap', (event) => {
    const { ctx } = event.detail
    const status = ctx.response?.status ?? 200
    if (status >= 400 && !shownInPlace(ctx, status)) {
      event.preventDefault()
      complain(ctx, status)
    } else if (status >= 400 && formErrors(ctx)) event.preventDefault()
  })
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const { sourceElement, request, response } = ctx
    const form = sourceElement instanceof HTMLFormElement && request.method !== 'GET' ? sourceElement : null
    const saved = sourceElement.closest<HTMLElement>(AUTOSAVED) ?? form
    if (saved && (response?.status ?? 500) < 400) clearErrors(saved)
  })
  document.addEventListener('htmx:error', ({ detail }) => {
    // Without an answer it is the line that failed; anything else has been told already.
    if ('ctx' in detail && !detail.ctx?.response) void sayNoAnswer(detail.ctx, detail.error)
  })
}

async function sayNoAnswer(ctx: Context | undefined, error: unknown): Promise<void> {
  if (ctx && (await keepChange(ctx, isSignedOut(error)))) return
  if (isSignedOut(error)) return void askToSignIn(ctx?.request.method !== 'GET')
  if (ctx) markUnanswered(ctx.sourceElement)
  // What is drawn anew by itself was asked for by nobody, and the banner says that the line is gone.
  if (navigator.onLine || !ctx?.sourceElement.hasAttribute('data-refresh'))
    snackbar({
      level: 'error',
      message:
        (navigator.onLine && strangerSaid(error, failureMessage(ctx))) ||
        failureMessage(ctx) ||
        (navigator.onLine ? messages.unreachable : messages.offline),
    })
}

function shownInPlace(ctx: Context, status: number): boolean {
  const errors = formErrors(ctx)
  if (!errors) return status === 422
  const scope = fieldsAround(ctx, errors)
  return scope !== null && placeErrors(scope, errors)
}

/** What stands for itself inside another record's form comes before that form; a lone field has none around it. */
function fieldsAround({ request, sourceElement }: Context, errors: HTMLElement): HTMLElement | null {
  const own = sourceElement.closest<HTMLElement>(`${AUTOSAVED}, [data-noguard], form`) ?? request.form
  if (own) return own
  const named = findElements('li[data-field]', errors).map(
    ({ dataset }) => `[name="${CSS.escape(dataset.field ?? '')}"]`,
  )
  const isField = named.length > 0 && sourceElement.matches(named.join())
  return isField ? sourceElement.parentElement : null
}

const formErrors = (ctx: Context) =>
  ctx.text?.includes('data-form-errors')
    ? parsed(ctx.text).querySelector<HTMLElement>('[data-form-errors]')
    : null

function complain(ctx: Context, status: number): void {
  if (status === 401 && location.pathname !== '/') {
    leaveForSignIn()
    return
  }
  markUnanswered(ctx.sourceElement)
  const answer = parseErrorJson(ctx)
  const fallback =
    status === 401 ? messages.expired : status === 403 ? messages.forbidden : messages.unexpected
  snackbar({
    level: 'error',
    message:
      (status >= 500 && failureMessage(ctx)) ||
      (answer ? answer.message : parseErrorMessage(ctx)) ||
      fallback,
    undo: answer?.code === 'expired' ? { label: messages.renew, act: showRenewal } : undefined,
  })
}

const failureMessage = (ctx: Context | undefined) =>
  ctx?.sourceElement.closest<HTMLElement>('[data-failed]')?.dataset.failed

/** The way to renew, which a page that was loaded before the account expired has to fetch first. */
function showRenewal(): void {
  const drawer = findElement<HTMLDialogElement>('#renewal')
  if (drawer) openModal(drawer)
  else location.reload()
}

function parseErrorJson({ text = '', response }: Context): { message?: string; code?: string } | undefined {
  if (!response?.headers.get('content-type')?.includes('json')) return
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

function parseErrorMessage({ text = '' }: Context): string | undefined {
  const page = parsed(text)
  // “What is marked” says nothing where nothing is.
  const reasons = findElements('[data-form-errors] li', page.body).map(({ textContent }) => textContent)
  return (
    reasons.join(' ') ||
    page.querySelector('[data-error-message], [data-form-errors] p')?.textContent ||
    undefined
  )
}

const parsed = (text: string) => new DOMParser().parseFromString(text, 'text/html')
