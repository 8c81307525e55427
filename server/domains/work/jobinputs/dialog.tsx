import { APPROVE, DRAFT } from '#db/job-status.ts'
import { listTimedLines } from '#db/queries/work/billed-time.ts'
import { listBuilds, listFreeInputs, listInputLines } from '#db/queries/work/job-inputs.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { readZone } from '#server/zone.ts'
import { FinishShares, JobInputsDialog } from '#views/work/jobinputs/dialog.tsx'
import { findProductLine, makesItem } from './bring-inputs.ts'
import { compareInputs } from './compare-inputs.ts'
import { takeShares } from './finish-product.ts'
import { readWorkedInputs } from './worked-inputs.ts'

export function jobInputsDialog(c: ClaimHolder, db: TenantDb, lineid: string) {
  const line = findProductLine({ db }, lineid)
  const left = asQuantity(Math.max(0, line.estimated - line.consumed))
  return (
    <JobInputsDialog
      line={line}
      left={left}
      compared={compareInputs(db, line)}
      inputs={listShares(db, line, left)}
      free={makesItem(line) ? listFreeInputs(db, lineid) : []}
      finished={listBuilds(db, lineid)}
      zone={readZone(db)}
      makes={makesItem(line)}
      approved={(findJobPlace(db, line.jobid)?.status ?? DRAFT) >= APPROVE}
      can={{
        plan: c.can('materials.write') && makesItem(line),
        consume: c.can('materials.consume') && makesItem(line),
      }}
    />
  )
}

function listShares(db: TenantDb, line: MaterialRow, quantity: Quantity) {
  const inputs = listInputLines(db, line.id)
  const shares = takeShares(db, inputs, line, quantity)
  const worked = readWorkedInputs(db, line.id)
  const timed = new Set(
    listTimedLines(
      db,
      inputs.map(({ id }) => id),
    ),
  )
  return inputs.map((input) => ({
    ...input,
    share: shares.get(input.id)!,
    worked: worked.get(input.id)?.minutes ?? 0,
    timed: timed.has(input.id),
  }))
}

export const finishShares = (db: TenantDb, lineid: string, quantity: Quantity) => (
  <FinishShares inputs={listShares(db, findProductLine({ db }, lineid), quantity)} />
)
