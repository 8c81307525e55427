import type { Allocation, Asset } from '#db/queries/stock/equipment.ts'

export const presentAllocation = ({ equipmentid, processed, addedutc, ...rest }: Allocation) => ({
  id: equipmentid,
  name: rest.name,
  barcode: rest.barcode,
  code: rest.code,
  model: rest.model,
  /** 1 goes into the job, 2 comes out of it. */
  role: rest.role,
  processed,
  added: addedutc,
  jobid: rest.jobid,
})

/** A piece among those of its code; `freesince` is the instant it came home. */
export const presentAsset = ({ freesinceutc, ...asset }: Asset) => ({
  ...asset,
  available: asset.jobid === null,
  freesince: asset.jobid === null ? freesinceutc : null,
})
