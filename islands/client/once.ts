/** The keys of changes that were never answered: the same change sent again may have been made already. */
const unanswered = new Map<string, string>()
const sent = new WeakMap<object, string>()

/**
 * What a form adds or does is done once, also when its answer was lost and a person presses the button again: the
 * server knows it by its `Idempotency-Key` and answers what it answered then. A change of a record needs none, since
 * it names the version that it saw, and neither does a file.
 */
export function sendOnce(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const { sourceElement: form, request } = ctx
    if (request.method !== 'POST' || !(form instanceof HTMLFormElement)) return
    if (form.enctype === 'multipart/form-data' || !(request.body instanceof FormData)) return
    const change = `${request.action} ${JSON.stringify([...request.body])}`
    const key = unanswered.get(change) ?? freshKey()
    unanswered.set(change, key)
    sent.set(ctx, change)
    Object.assign(request.headers, { 'idempotency-key': key })
  })
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    // What a gateway answers says nothing about what became of the change.
    if ((ctx.response?.status ?? 500) < 500) unanswered.delete(sent.get(ctx) ?? '')
  })
}

/** `crypto.randomUUID` is missing where the page came over plain http from another machine. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
