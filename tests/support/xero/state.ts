import type { XeroBooks } from './books.ts'

export const XERO_CLIENT = { id: 'a-client-of-xero', secret: 'a-Secret-of-the-Client-1' }

export type Grant = { refresh: string; usedat?: number; revoked?: boolean }

export type XeroState = {
  now: () => number
  /** Made before 2 March 2026: it may ask for the broad scope. */
  isOldApp: boolean
  /** Who presses Allow next. */
  as: { given_name: string; family_name: string; email: string; sub: string }
  /** Organisations that they let the program into. */
  tenants: { id: string; tenantId: string; tenantName: string; tenantType: string }[]
  books: Map<string, XeroBooks>
  codes: Map<string, { challenge: string; redirect: string; scope: string; nonce: string }>
  /** Access tokens, and until when each is good. */
  access: Map<string, number>
  refreshes: Map<string, Grant>
  /** Answers that it gives in place of its own, in their order: of tokens and organisations, and of the API. */
  next: Instead[]
  nextCalls: Instead[]
  /** Every call of the API. */
  calls: { method: string; path: string; query: string; key: string | null; body: unknown; status: number }[]
  tokensIssued: number
  running: number
  mostAtOnce: number
  /** Called while a call of the API is under way, so that a test can hold it there. */
  hold: () => Promise<void>
}

type Instead = (request: Request) => Response | null | Promise<Response | null>
