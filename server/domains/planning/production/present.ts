import { itemsById } from '#db/queries/catalogue/inventory.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { planPresenter } from '#server/domains/planning/forecasting/present.ts'
import { toDecimal } from '#server/money/decimal.ts'
import type { MakingMessageRow } from '#views/planning/making-messages.tsx'
import type { ProductionLine } from '#views/planning/production-row.tsx'
import type { MakingMessage } from './making-messages.ts'
import type { ProductionProposal } from './proposals.ts'

const units = (millionths: number) => toDecimal(millionths, 'quantity')

const said = { job: '', repeat: 'the next job of ', making: '', order: '' } as const

/** As a page says them: with the jobs that they are for, where the person sees these. */
export function presentProposals(
  db: TenantDb,
  viewer: Viewer,
  proposals: readonly ProductionProposal[],
  messages: readonly MakingMessageRow[],
): ProductionLine[] {
  const above = proposals.flatMap(({ pegs }) => pegs.flatMap(({ productid }) => productid ?? []))
  const products = new Map(itemsById(db, above).map(({ id, code, name }) => [id, name || code]))
  const present = planPresenter(db, viewer)
  return proposals.map(({ product, pegs, seconds, inputs, ...row }) => ({
    ...row,
    ...{ itemid: product.id, code: product.code, name: product.name, unit: product.unit },
    archived: product.archived === 1,
    sooner: messages
      .filter(({ kind, item, day }) => kind === 'expedite' && item.code === product.code && day === row.day)
      .map(({ name, href, comes }) => ({ name, href, day: comes })),
    typed: String(units(row.quantity)),
    minutes: Math.ceil(seconds / 60),
    inputs,
    pegs: pegs.map(({ plan, productid, quantity }) => {
      const line = plan && present(plan)
      const into = productid && products.get(productid)
      if (into) return { what: `${into} proposed`, quantity }
      if (!line) return { what: 'stock', quantity }
      return { what: `${said[line.from]}${line.name || 'a job of another board'}`, href: line.href, quantity }
    }),
  }))
}

export function presentMessages(
  db: TenantDb,
  viewer: Viewer,
  messages: readonly MakingMessage[],
): MakingMessageRow[] {
  const present = planPresenter(db, viewer)
  return messages.map(({ product: { code, name, unit }, plan, asked }) => {
    const line = present(plan)
    return {
      id: `${asked.receiptid}-${asked.kind}`,
      ...{ name: line.name || 'a job of another board', href: line.href, comes: plan.day },
      item: { code, name, unit },
      ...{ kind: asked.kind, day: 'day' in asked ? asked.day : null },
      quantity: 'quantity' in asked ? asked.quantity : null,
    }
  })
}

/** As calls say them, in base units. */
export const presentAsked = (messages: readonly MakingMessageRow[]) =>
  messages.map(({ id: _, href: _href, item, quantity, ...row }) => ({
    ...row,
    code: item.code,
    quantity: quantity === null ? null : units(quantity),
  }))

/** As calls say them, in base units. */
export const presentProduction = (proposals: readonly ProductionProposal[]) =>
  proposals.map(({ product, pegs: _, arithmetic, split, inputs, quantity, surplus, ...row }) => ({
    ...row,
    ...{ inventoryid: product.id, code: product.code, name: product.name, unit: product.unit },
    ...{ quantity: units(quantity), surplus: units(surplus) },
    arithmetic: Object.fromEntries(
      Object.entries(arithmetic).map(([name, value]) => [name, value === null ? null : units(value)]),
    ),
    split: { jobs: split.jobs, each: units(split.each), last: units(split.last) },
    inputs: inputs.map(({ needed, missing, onorder, making, ...input }) => ({
      ...input,
      ...{ needed: units(needed), missing: units(missing) },
      ...{ onorder: units(onorder), making: units(making) },
    })),
  }))
