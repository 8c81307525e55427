import { createHash } from 'node:crypto'

/** A stand-in for the card provider on loopback: it signs, confirms and charges as the real one does. */
export type FakePayfast = Awaited<ReturnType<typeof startPayfast>>

type Card = {
  token: string
  amount: number
  status_text: string
  run_date: string
  form: Record<string, string>
}

const MERCHANT = { id: '10000100', key: '46f0cd694581a', passphrase: 'jt7NOE43FZPn' }

// The provider's own order, of which a form may leave out any.
const ORDER = [
  'merchant_id merchant_key return_url cancel_url notify_url name_first name_last email_address cell_number',
  'm_payment_id amount item_name item_description custom_int1 custom_str1 email_confirmation confirmation_address',
  'payment_method subscription_type billing_date recurring_amount frequency cycles',
].flatMap((line) => line.split(' '))

// Not the program's encoder: the two must agree on their own.
const urlencode = (value: string) =>
  new URLSearchParams({ v: value }).toString().slice(2).replaceAll('*', '%2A')
const joined = (pairs: [string, string][]) =>
  pairs.map(([name, value]) => `${name}=${urlencode(value)}`).join('&')
const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const signed = (pairs: [string, string][]) =>
  md5(`${joined(pairs)}&passphrase=${urlencode(MERCHANT.passphrase)}`)

export async function startPayfast() {
  const cards = new Map<string, Card>()
  const sent = new Set<string>()
  const calls: { method: string; path: string; amount?: number }[] = []
  const state = { down: false, payments: 0 }
  /** Forms that were opened, by the order they are for. */
  const forms = new Map<string, Record<string, string>>()

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request) })
  const url = `http://127.0.0.1:${server.port}`

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
    if (state.down) return new Response('', { status: 503 })
    if (pathname === '/eng/process') return process(await request.text())
    if (pathname === '/eng/pay') return pay(new URLSearchParams(await request.text()).get('order') ?? '')
    if (pathname === '/eng/query/validate')
      return new Response(sent.has(await request.text()) ? 'VALID' : 'INVALID')
    const [, token, verb] = /^\/subscriptions\/([^/]+)\/(fetch|update|cancel)$/.exec(pathname) ?? []
    return token && verb ? managed(request, token, verb) : new Response('', { status: 404 })
  }

  function process(body: string): Response {
    const form = Object.fromEntries(new URLSearchParams(body))
    const pairs = ORDER.filter((name) => form[name]).map((name): [string, string] => [name, form[name] ?? ''])
    const unknown = Object.keys(form).filter((name) => name !== 'signature' && !ORDER.includes(name))
    if (form.merchant_key !== MERCHANT.key || signed(pairs) !== form.signature || unknown.length > 0)
      return page('<h1>The signature does not match</h1>', 400)
    forms.set(form.m_payment_id ?? '', form)
    return page(
      `<h1>Pay R ${form.amount}</h1><form method="post" action="/eng/pay"><input type="hidden" name="order" value="${form.m_payment_id}"><button>Complete Payment</button></form><a href="${form.cancel_url}">Cancel</a>`,
    )
  }

  const page = (html: string, status = 200) =>
    new Response(`<!doctype html><html lang="en"><title>Pay</title>${html}`, {
      status,
      headers: { 'content-type': 'text/html' },
    })

  async function pay(order: string): Promise<Response> {
    const form = forms.get(order)
    if (!form) return page('<h1>No such payment</h1>', 404)
    await charge(subscribe(form).token)
    return new Response(null, { status: 303, headers: { location: form.return_url ?? '' } })
  }

  /** Keeps the card behind a signed form. */
  function subscribe(form: Record<string, string>): Card {
    const token = crypto.randomUUID()
    const card = {
      token,
      amount: Math.round(Number(form.recurring_amount) * 100),
      status_text: 'ACTIVE',
      run_date: form.billing_date ?? '',
      form,
    }
    cards.set(token, card)
    return card
  }

  /** The fields of a report of a payment, in the provider's order. */
  function report(token: string, changes: Record<string, string> = {}): [string, string][] {
    const { form, amount } = cards.get(token) as Card
    const rand = (amount / 100).toFixed(2)
    const fields = {
      m_payment_id: form.m_payment_id ?? '',
      pf_payment_id: String(1_000_000 + ++state.payments),
      payment_status: 'COMPLETE',
      item_name: form.item_name ?? '',
      item_description: form.item_description ?? '',
      amount_gross: rand,
      amount_fee: '-2.30',
      amount_net: (amount / 100 - 2.3).toFixed(2),
      custom_str1: form.custom_str1 ?? '',
      custom_str2: '',
      name_first: form.name_first ?? '',
      name_last: form.name_last ?? '',
      email_address: form.email_address ?? '',
      merchant_id: MERCHANT.id,
      token,
      billing_date: form.billing_date ?? '',
      ...changes,
    }
    return Object.entries(fields)
  }

  /** Sends a report as the provider would; `forged`: one that the provider will not own up to. */
  async function send(
    pairs: [string, string][],
    options: { forged?: boolean; signature?: string; to?: string } = {},
  ) {
    const body = joined(pairs)
    if (!options.forged) sent.add(body)
    const token = pairs.find(([name]) => name === 'token')?.[1] ?? ''
    const to = options.to ?? cards.get(token)?.form.notify_url ?? ''
    const reply = await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${body}&signature=${options.signature ?? signed(pairs)}`,
    })
    return {
      status: reply.status,
      body: (await reply.json()) as { data?: { state: string }; message?: string },
    }
  }

  /** Charges a card once and reports it. */
  const charge = (token: string, changes?: Record<string, string>) => send(report(token, changes))

  async function managed(request: Request, token: string, verb: string): Promise<Response> {
    const body = request.method === 'PATCH' ? ((await request.json()) as Record<string, number>) : {}
    const values: Record<string, string> = { passphrase: MERCHANT.passphrase }
    for (const name of ['merchant-id', 'version', 'timestamp']) values[name] = request.headers.get(name) ?? ''
    for (const [name, value] of Object.entries(body)) values[name] = String(value)
    const sorted = Object.keys(values)
      .sort()
      .map((name): [string, string] => [name, values[name] ?? ''])
    if (md5(joined(sorted)) !== request.headers.get('signature'))
      return Response.json({ code: 401, status: 'failed' }, { status: 401 })
    calls.push({ method: request.method, path: verb, amount: body.amount })
    const card = cards.get(token)
    if (!card)
      return Response.json({ code: 404, status: 'failed', data: { response: false } }, { status: 404 })
    if (verb === 'cancel' && card.status_text === 'CANCELLED')
      return Response.json({ code: 400, status: 'failed', data: { response: false } }, { status: 400 })
    if (verb === 'cancel') card.status_text = 'CANCELLED'
    if (verb === 'update') card.amount = body.amount ?? card.amount
    const { form: _, ...shown } = card
    return Response.json({
      code: 200,
      status: 'success',
      data: { response: verb === 'fetch' ? { ...shown, status: 1, frequency: 3, cycles: 0 } : true },
    })
  }

  return {
    url,
    cards,
    calls,
    state,
    subscribe,
    report,
    send,
    charge,
    /** Settings that point a program at this stand-in. */
    flags: (sources = '127.0.0.1') => [
      ...['--payfast-merchant-id', MERCHANT.id, '--payfast-merchant-key', MERCHANT.key],
      ...['--payfast-passphrase', MERCHANT.passphrase, '--payfast-sources', sources],
      ...['--payfast-url', `${url}/eng/process`, '--payfast-api-url', `${url}?testing=true`],
    ],
    stop: () => server.stop(true),
  }
}
