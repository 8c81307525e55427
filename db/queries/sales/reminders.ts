import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { invoices, payment_reminders, users } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const shown = {
  date: payment_reminders.date,
  recipient: payment_reminders.recipient,
  sentutc: payment_reminders.sentutc,
  failure: payment_reminders.failure,
}

const ofInvoice = statement((q, p: Params<{ invoiceid: string }>) =>
  q
    .select({ ...shown, by: sql<string | null>`trim(${users.firstname} || ' ' || ${users.lastname})` })
    .from(payment_reminders)
    .leftJoin(users, eq(users.id, payment_reminders.userid))
    .where(eq(payment_reminders.invoiceid, p.invoiceid))
    .orderBy(desc(payment_reminders.createdutc)),
)

/** Of an invoice, the newest first. */
export const listReminders = (db: TenantDb, invoiceid: string) => ofInvoice.all(db, { invoiceid })

const counted = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({ times: sql<number>`count(*)` })
    .from(listItems(p.ids))
    .innerJoin(payment_reminders, eq(payment_reminders.invoiceid, listItem))
    .where(eq(payment_reminders.failure, ''))
    .groupBy(payment_reminders.invoiceid)
    .orderBy(sql`count(*) DESC`)
    .limit(1),
)

/** Of the one of some invoices that was reminded of most often; mails that were given up do not count. */
export const countReminders = (db: TenantDb, ids: readonly string[]) => counted.get(db, { ids })?.times ?? 0

const latest = statement((q, p: Params<{ clients: readonly string[] }>) =>
  q
    .select({ client: sql<string>`${listItem}`, ...shown })
    .from(listItems(p.clients))
    .innerJoin(
      payment_reminders,
      sql`${payment_reminders.id} = (SELECT r.id FROM payment_reminders r
        WHERE r.client = ${listItem} ORDER BY r.createdutc DESC LIMIT 1)`,
    ),
)

/** The last mail that asked each client for anything, by client. */
export const latestReminders = (db: TenantDb, clients: readonly string[]) =>
  new Map(latest.all(db, { clients }).map(({ client, ...reminder }) => [client, reminder]))

const needless = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      invoiceid: invoices.id,
      client: payment_reminders.client,
      number: invoices.number,
      state: invoices.state,
    })
    .from(listItems(p.ids))
    .innerJoin(invoices, eq(invoices.id, listItem))
    .innerJoin(payment_reminders, eq(payment_reminders.invoiceid, invoices.id))
    .where(
      and(
        isNull(payment_reminders.sentutc),
        eq(payment_reminders.failure, ''),
        sql`${invoices.totalcents} <= ${invoices.paidcents} + ${invoices.settledcents}`,
      ),
    ),
)

/** Of some invoices, those of which nothing is open any more while a mail waits that asks for it. */
export const listNeedlessReminders = (db: TenantDb, ids: readonly string[]) => needless.all(db, { ids })

/** Once its mail went out, or was given up for a reason. */
export const settleReminders = (db: TenantDb, mailid: string, sentutc: string | null, failure: string) =>
  prepared<{ invoiceid: string }>(
    db,
    'UPDATE payment_reminders SET sentutc = ?, failure = ? WHERE mailid = ? RETURNING invoiceid',
  ).all([sentutc, failure, mailid])
