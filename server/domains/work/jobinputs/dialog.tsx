import { APPROVE, DRAFT } from '#db/job-status.ts'
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
import { takeShare } from './finish-product.ts'

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

const listShares = (db: TenantDb, line: MaterialRow, quantity: Quantity) =>
  listInputLines(db, line.id).map((input) => ({ ...input, share: takeShare(input, line, quantity) }))

export const finishShares = (db: TenantDb, lineid: string, quantity: Quantity) => (
  <FinishShares inputs={listShares(db, findProductLine({ db }, lineid), quantity)} />
)
