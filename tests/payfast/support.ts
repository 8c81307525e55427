import { afterAll, beforeAll, beforeEach, expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import { billedAccount } from '#db/queries/platform/fees.ts'
import {
  listAccountPayments,
  listCardSubscriptions,
  listLatestNotices,
} from '#db/queries/platform/payments.ts'
import {
  accountfees,
  accounts,
  cardsubscriptions,
  paymentnotifications,
  paymentorders,
  payments,
} from '#db/schema/platform/index.ts'
import { moveClock } from '#tests/support/background.ts'
import { type FakePayfast, startPayfast } from '#tests/support/payfast.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

export const SMALL_PLAN_ID = '019aa000-0000-7000-8000-000000000001'
export const MEDIUM_PLAN_ID = '019aa000-0000-7000-8000-000000000002'
export const SEAT_FEE_ID = '019aa000-0000-7000-8000-000000000011'

const START = '2026-11-21T08:00:00.000Z'

/** A program beside a card provider. Each test begins with an account that evaluates until 1 December and pays nothing. */
export function payfastFixture() {
  const at = {
    now: new Date(START),
    server: undefined as unknown as TestServer,
    payfast: undefined as unknown as FakePayfast,
    /** The administrator, signed in as of now: a token is good for 15 minutes. */
    admin: (): Client => at.server.people.admin,
  }
  const { admin } = at

  beforeAll(async () => {
    at.payfast = await startPayfast()
    at.server = await startTestServer(() => at.now, at.payfast.flags())
  })
  afterAll(async () => {
    await at.server.stop()
    at.payfast.stop()
  })
  beforeEach(async () => {
    await moveClock(at.server, 'payments', () => {
      Object.assign(at, { now: new Date(START), admin })
    })
    at.payfast.state.down = false
    at.payfast.calls.length = 0
    await at.server.services.platform.write(({ db }) => {
      for (const table of [payments, cardsubscriptions, paymentorders, accountfees, paymentnotifications])
        db.delete(table).run()
      db.update(accounts)
        .set({ utcexpires: '2026-12-01T10:00:00.000Z', size: 1, seatspaid: 10, subscribed: false })
        .where(eq(accounts.id, at.server.accountid))
        .run()
    })
  })

  const choose = (...fees: [string, number][]) =>
    at.admin().patch(
      '/api/account/accountfees',
      fees.map(([corefee, quantity]) => ({ corefee, quantity })),
    )

  async function formOf(...fees: [string, number][]) {
    expect((await choose(...fees)).status).toBe(200)
    const { body } = await at.admin().get('/api/cctransactions/link/payfast')
    return body.data as { url: string; fields: Record<string, string>; amount: number }
  }

  return Object.assign(at, {
    account: () => at.server.services.platform.read((db) => billedAccount(db, at.server.accountid)),
    paid: () => at.server.services.platform.read((db) => listAccountPayments(db, at.server.accountid)),
    cards: () => at.server.services.platform.read((db) => listCardSubscriptions(db, at.server.accountid)),
    notices: () =>
      at.server.services.platform.read((db) => listLatestNotices(db)).map(({ notice }) => notice),
    choose,
    formOf,

    /** Chooses, and pays with a new card. */
    async subscribed(...fees: [string, number][]) {
      const card = at.payfast.subscribe((await formOf(...fees)).fields)
      expect(await at.payfast.charge(card.token)).toMatchObject({
        status: 200,
        body: { data: { state: 'paid' } },
      })
      return card
    },
  })
}
