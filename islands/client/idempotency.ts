type Change = { body: string; key: string }

/** What each form sent last, while no answer says what became of it: the same sent again may have been done already. */
const unanswered = new WeakMap<Element, Change>()
const sent = new WeakMap<object, Change>()

/** Files have none, as only their names could be compared. */
export function sendIdempotencyKeys(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const { sourceElement: source, request } = ctx
    if (request.method === 'GET') return
    // What gets no answer waits, and is sent again under this key.
    if (source.closest('[data-outbox]'))
      Object.assign(request.headers, { 'idempotency-key': newIdempotencyKey() })
    if (!(request.body instanceof FormData)) return
    const values = [...request.body]
    if (values.length === 0 || values.some(([, value]) => value instanceof File)) return
    const body = `${request.method} ${request.action} ${JSON.stringify(values)}`
    const last = unanswered.get(source)
    const change = last?.body === body ? last : { body, key: newIdempotencyKey() }
    unanswered.set(source, change)
    sent.set(ctx, change)
    Object.assign(request.headers, { 'idempotency-key': change.key })
  })
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    // What a gateway answers says nothing about what became of the change.
    if ((ctx.response?.status ?? 500) >= 500) return
    if (unanswered.get(ctx.sourceElement) === sent.get(ctx)) unanswered.delete(ctx.sourceElement)
  })
}

/** `crypto.randomUUID` is missing where the page came over plain http from another machine. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
