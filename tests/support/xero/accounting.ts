import { bookReply } from './book-reply.ts'
import type { Rec, XeroBooks } from './books.ts'
import { documentErrors, paymentErrors, settle, withTotals } from './documents.ts'
import type { XeroState } from './state.ts'
import { fieldOf, readWhere } from './where.ts'

const MINUTE_MS = 60_000
const idNames = {
  Contacts: 'ContactID',
  Invoices: 'InvoiceID',
  CreditNotes: 'CreditNoteID',
  Payments: 'PaymentID',
}
type Created = keyof typeof idNames

const problem = (status: number, Detail: string, headers = {}) =>
  Response.json({ Title: 'Problem', Status: status, Detail }, { status, headers })

/** `/api.xro/2.0`: one organisation's books behind tokens and limits. */
export function accountingRoutes(state: XeroState) {
  const minutes = new Map<string, number[]>()
  const answered = new Map<string, { status: number; text: string }>()

  function refusal(request: Request): Response | null {
    const until = state.access.get(request.headers.get('authorization')?.slice(7) ?? '')
    if (!until || until < state.now()) return problem(401, 'TokenExpired')
    const tenantId = request.headers.get('xero-tenant-id') ?? ''
    if (!state.tenants.some((one) => one.tenantId === tenantId))
      return problem(403, 'AuthenticationUnsuccessful')
    const begun = (minutes.get(tenantId) ?? []).filter((at) => state.now() - at < MINUTE_MS)
    if (begun.length >= 60)
      return problem(429, 'Minute limit', { 'retry-after': '60', 'x-rate-limit-problem': 'minute' })
    if (state.running >= 5)
      return problem(429, 'Concurrent limit', { 'retry-after': '1', 'x-rate-limit-problem': 'concurrent' })
    minutes.set(tenantId, [...begun, state.now()])
    return null
  }

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const path = url.pathname.slice('/api.xro/2.0'.length)
    const body =
      request.method === 'GET'
        ? undefined
        : await request
            .clone()
            .json()
            .catch(() => undefined)
    const key = request.headers.get('idempotency-key')
    const note = (reply: Response) => {
      state.calls.push({ method: request.method, path, query: url.search, key, body, status: reply.status })
      return reply
    }
    const first = state.nextCalls.shift()
    const instead = (await first?.(request)) ?? null
    if (instead) return note(instead)
    const refused = refusal(request)
    if (refused) return note(refused)
    if (key && key.length > 128) return note(problem(400, 'Idempotency-Key is too long'))
    const before = key ? answered.get(key) : undefined
    if (before)
      return note(
        new Response(before.text, { status: before.status, headers: { 'content-type': 'application/json' } }),
      )
    state.running++
    state.mostAtOnce = Math.max(state.mostAtOnce, state.running)
    try {
      await state.hold()
      const books = state.books.get(request.headers.get('xero-tenant-id') ?? '') as XeroBooks
      const reply = serve(books, state, { method: request.method, path, url, body: body ?? {}, request })
      if (key) answered.set(key, { status: reply.status, text: await reply.clone().text() })
      return note(reply)
    } finally {
      state.running--
    }
  }
}

type Call = { method: string; path: string; url: URL; body: Rec; request: Request }

function serve(books: XeroBooks, state: XeroState, call: Call): Response {
  const { method, path } = call
  const [, list, id, part, allocation] = path.split('/') as [
    string,
    keyof XeroBooks,
    string?,
    string?,
    string?,
  ]
  if (!(list in books)) return problem(404, 'Not found')
  const stamp = new Date(state.now()).toISOString()
  if (method === 'GET') return id ? one(books, list, id) : listed(books, list, call)
  if (method === 'PUT' && part === 'Allocations') return allocate(books, id as string, call.body, stamp)
  if (method === 'DELETE' && part === 'Allocations')
    return release(books, id as string, allocation ?? '', stamp)
  if (method === 'PUT' && !id) return create(books, list as Created, call, stamp)
  if (method === 'POST' && id) return change(books, list as Created, id, call.body, stamp)
  return problem(405, 'Not allowed')
}

const one = (books: XeroBooks, list: keyof XeroBooks, id: string) => {
  const found = books[list].filter((rec) => rec[idNames[list as Created]] === id)
  return found.length > 0 ? bookReply({ [list]: found }) : problem(404, 'Not found')
}

function listed(books: XeroBooks, list: keyof XeroBooks, { url, request }: Call): Response {
  const query = url.searchParams
  const among = (name: string, of: string) => {
    const wanted = query.get(name)?.split(',')
    return (rec: Rec) => !wanted || wanted.includes(String(fieldOf(rec, of)))
  }
  const meets = readWhere(query.get('where') ?? '')
  if (!meets) return problem(400, 'The where clause cannot be read')
  const since = request.headers.get('if-modified-since')
  const found = books[list]
    .filter(among('IDs', idNames[list as Created] ?? ''))
    .filter(among('ContactIDs', 'Contact.ContactID'))
    .filter(
      (rec) =>
        list !== 'Contacts' || query.get('includeArchived') === 'true' || rec.ContactStatus !== 'ARCHIVED',
    )
    .filter(meets)
    .filter((rec) => !since || String(rec.UpdatedDateUTC ?? '').slice(0, 19) >= since)
  if (!query.has('page')) return bookReply({ [list]: found })
  const page = Number(query.get('page'))
  const pageSize = Math.min(1000, Number(query.get('pageSize') ?? 100))
  return bookReply({
    pagination: { page, pageSize, pageCount: Math.ceil(found.length / pageSize), itemCount: found.length },
    [list]: found.slice((page - 1) * pageSize, page * pageSize),
  })
}

function create(books: XeroBooks, list: Created, { body, url }: Call, stamp: string): Response {
  const single = url.searchParams.get('summarizeErrors') !== 'false'
  const made = ((body[list] as Rec[]) ?? []).map((sent) => {
    const errors = errorsOf(books, list, sent)
    if (errors.length > 0)
      return {
        ...sent,
        ...{ [idNames[list]]: '00000000-0000-0000-0000-000000000000' },
        ...{ StatusAttributeString: 'ERROR', HasErrors: true, HasValidationErrors: true },
        ValidationErrors: errors.map((Message) => ({ Message })),
      }
    return add(books, list, sent, stamp)
  })
  if (single && made.some((rec: Rec) => rec.ValidationErrors))
    return Response.json(
      {
        ErrorNumber: 10,
        Type: 'ValidationException',
        Message: 'A validation exception occurred',
        Elements: made,
      },
      { status: 400 },
    )
  return bookReply({ [list]: made })
}

function add(books: XeroBooks, list: Created, sent: Rec, stamp: string): Rec {
  const isDocument = list === 'Invoices' || list === 'CreditNotes'
  const rec: Rec = {
    ...(isDocument ? withTotals(sent) : sent),
    ...(list === 'Contacts' ? { ContactStatus: 'ACTIVE' } : {}),
    ...(list === 'Payments' ? { Status: 'AUTHORISED' } : {}),
    ...{ [idNames[list]]: crypto.randomUUID(), UpdatedDateUTC: stamp },
  }
  books[list].push(rec)
  const invoice = list === 'Payments' && books.Invoices.find((one) => one.InvoiceID === rec.Invoice.InvoiceID)
  if (invoice) {
    settle(invoice, 'AmountPaid', rec.Amount, stamp)
    const { PaymentID, Amount, Reference } = rec
    invoice.Payments.push({ PaymentID, Date: rec.Date, Amount, Reference })
  }
  return { ...rec, StatusAttributeString: 'OK' }
}

function errorsOf(books: XeroBooks, list: Created, sent: Rec): string[] {
  if (list === 'Payments') return paymentErrors(books, sent)
  if (list !== 'Contacts') return documentErrors(books, list, sent)
  const taken = books.Contacts.some(
    ({ Name, ContactStatus }) =>
      ContactStatus === 'ACTIVE' && Name.toLowerCase() === sent.Name?.toLowerCase(),
  )
  return [
    ...(taken
      ? [
          `The contact name ${sent.Name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
        ]
      : []),
    ...(sent.Name ? [] : ['The Name field is required.']),
  ]
}

function allocate(books: XeroBooks, id: string, { Allocations = [] }: Rec, stamp: string): Response {
  const note = books.CreditNotes.find((one) => one.CreditNoteID === id)
  const [sent] = Allocations
  const invoice = books.Invoices.find((one) => one.InvoiceID === sent?.Invoice?.InvoiceID)
  if (!note || !invoice) return problem(404, 'Not found')
  if (sent.Amount > invoice.AmountDue || sent.Amount > note.RemainingCredit)
    return Response.json(
      {
        Type: 'ValidationException',
        Elements: [{ ValidationErrors: [{ Message: 'The amount exceeds what is outstanding' }] }],
      },
      { status: 400 },
    )
  settle(invoice, 'AmountCredited', sent.Amount, stamp)
  note.UpdatedDateUTC = stamp
  note.RemainingCredit = Number((note.RemainingCredit - sent.Amount).toFixed(2))
  note.Allocations.push({ ...sent, AllocationID: crypto.randomUUID() })
  return bookReply({ Allocations: [note.Allocations.at(-1)] })
}

function release(books: XeroBooks, id: string, allocationid: string, stamp: string): Response {
  const note = books.CreditNotes.find((one) => one.CreditNoteID === id)
  const there = note?.Allocations.find((one: Rec) => one.AllocationID === allocationid)
  const invoice = books.Invoices.find((one) => one.InvoiceID === there?.Invoice.InvoiceID)
  if (!note || !invoice) return problem(404, 'Not found')
  settle(invoice, 'AmountCredited', -there.Amount, stamp)
  note.UpdatedDateUTC = stamp
  note.RemainingCredit = Number((note.RemainingCredit + there.Amount).toFixed(2))
  note.Allocations = note.Allocations.filter((one: Rec) => one !== there)
  return Response.json({ AllocationId: allocationid, IsDeleted: true })
}

const ends: Record<string, string[]> = { VOIDED: ['AUTHORISED'], DELETED: ['DRAFT', 'SUBMITTED'] }

/** Payments are deleted, documents voided, and those that nobody approved deleted. */
function change(books: XeroBooks, list: Created, id: string, body: Rec, stamp: string): Response {
  const rec = books[list].find((one) => one[idNames[list]] === id)
  const [sent] = body[list] ?? [body]
  if (!rec) return problem(404, 'Not found')
  const refuse = (Message: string) =>
    Response.json(
      { Type: 'ValidationException', Elements: [{ ValidationErrors: [{ Message }] }] },
      { status: 400 },
    )
  if (list === 'Payments') {
    if (rec.Status === 'DELETED') return refuse('The payment is deleted already.')
    const invoice = books.Invoices.find((one) => one.InvoiceID === rec.Invoice.InvoiceID) as Rec
    settle(invoice, 'AmountPaid', -rec.Amount, stamp)
    invoice.Payments = invoice.Payments.filter((one: Rec) => one.PaymentID !== id)
  } else if (
    !ends[sent.Status]?.includes(rec.Status) ||
    rec.AmountPaid ||
    rec.AmountCredited ||
    rec.Allocations?.length > 0
  )
    return refuse('Invoice not of valid status for modification')
  Object.assign(rec, { Status: sent.Status, UpdatedDateUTC: stamp })
  return bookReply({ [list]: [rec] })
}
