import { missingBank } from '#server/domains/sales/invoices/missing-facts.ts'
import { ById } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { isVendor } from '#server/money/vat.ts'
import { readToday } from '#server/zone.ts'
import { DepositDialog } from '#views/sales/deposits/ask.tsx'
import { depositBase, findDepositJob } from './ask-deposit.ts'
import { AskQuery } from './input.ts'
import { computeDeposit } from './on-acceptance.ts'

export const depositPages: Route[] = [
  page(
    'GET /invoices/deposit/:id',
    {
      claim: 'invoices.write',
      params: ById,
      query: AskQuery,
      summary: 'The dialog that asks for a deposit on a job.',
    },
    (c) =>
      c.read((db, viewer) => {
        const organisation = c.query.organisation ?? undefined
        const { print, issuer } = findDepositJob(db, viewer, c.params.id, organisation)
        const today = readToday(db)
        const { asked, ...base } = depositBase(db, print, issuer, today)
        const by = { organisation: issuer.id, total: base.quoted }
        const agreed = asked > 0 ? computeDeposit(db, print.job, by) : undefined
        return fragment(
          <DepositDialog
            jobid={print.job.id}
            reference={print.job.reference}
            organisation={organisation}
            today={today}
            vendor={isVendor(issuer)}
            percent={print.job.depositpercent}
            missing={missingBank(issuer, (claim) => c.can(claim))}
            rest={Math.max(0, (agreed?.amount ?? 0) - asked)}
            {...base}
          />,
        )
      }),
  ),
]
