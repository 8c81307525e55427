import { newIdempotencyKey } from '#islands/client/idempotency.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import type { NewJobLine } from './line-values.ts'

/** `key`: of the call, so that one whose answer was lost adds no second line. */
export type Draft = { row: string; line: NewJobLine; label: string; key: string }

const PREFIX = 'new-'

/** One that is drawn before the program has answered with it: its fields are typed in at once. */
export const isDraft = ({ id }: Pick<MaterialLine, 'id'>) => id.startsWith(PREFIX)

export const draftLine = (jobid: string, line: NewJobLine, name: string): MaterialLine => ({
  ...{ id: `${PREFIX}${newIdempotencyKey()}`, version: 0, jobid, rank: 0 },
  ...{ inventoryid: null, inventory: null, inventoryclass: null, description: name, unit: '' },
  ...{ consumed: 0, released: 0, delivered: 0, invoiced: 0, workedminutes: 0 },
  ...{ estimatedtenant: 0, consumedtenant: 0, nonbillable: false, made: false, inputplan: null },
  ...{ division: null, storageid: null, storage: null, jobproduct: null, jobequipment: null },
  ...{ inputequipment: null, delivery: null, purchaseorder: null },
  ...line,
})
