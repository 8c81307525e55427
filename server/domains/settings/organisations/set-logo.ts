import { setLogoFile } from '#db/queries/settings/organisations.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Requester } from '#server/fair-queue.ts'
import { imageProblem, LOGO_BYTES, logoTooLarge } from '#server/files/image-problem.ts'
import { pictureType } from '#server/files.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'
import { checkLogo } from './check-logo.ts'

/** @throws unless they are a PNG or JPEG of at most 2 MB that can be printed */
export async function logoBytes(requester: Requester, upload: unknown): Promise<Uint8Array> {
  if (!(upload instanceof Blob) || upload.size === 0) throw imageProblem('Please choose a file to upload')
  if (upload.size > LOGO_BYTES) throw logoTooLarge()
  const bytes = new Uint8Array(await upload.arrayBuffer())
  if (!pictureType(bytes)) throw imageProblem('This file is not a PNG or JPEG picture.')
  await checkLogo(requester, bytes)
  return bytes
}

/** The version stays: the logo is no field of the form that someone may have open. @throws 404 */
export function setLogo(tx: Tx, id: string, file: string) {
  const { logofile } = getRecord(tx.db, organisations, id)
  setLogoFile(tx.db, id, file, tx.now)
  recordHistory(tx, 'organisations', id, [
    { field: 'logo', oldvalue: logofile ? 'a picture' : '', newvalue: 'a new picture' },
  ])
  tx.invalidateCaches()
  tx.publish('RecordChanged', [{ table: 'organisations', id }])
}
