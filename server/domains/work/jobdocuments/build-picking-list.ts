import type { JobForPrint, OrganisationRow } from '#db/queries/documents.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { clientParty, organisationParty, type Printable, siteParty } from '#server/documents/parties.ts'
import { listLinesToPick, type PickLine } from '#server/domains/work/picking/picking-list.ts'
import { readToday } from '#server/zone.ts'
import type { PickinglistData, PickinglistLine } from '#views/documents/types.ts'
import { formatQuantity } from '#views/format.ts'

/** What lies where is left out for whoever may not see stock. */
export function buildPickingList(
  db: TenantDb,
  viewer: Viewer,
  { job, client, location }: JobForPrint,
  organisation: OrganisationRow,
): Printable<PickinglistData> {
  const stock = viewer.claims.has('stock.read')
  return {
    organisation: organisationParty(organisation),
    client: clientParty(client),
    site: siteParty(location),
    reference: job.reference,
    date: readToday(db),
    duedate: job.finish ?? undefined,
    description: job.description,
    stock,
    lines: listLinesToPick(db, job.id).map((line) => printedLine(line, stock)),
  }
}

function printedLine(line: PickLine, stock: boolean): PickinglistLine {
  const { inventory, storage, description, unit, topick, picked, onhand } = line
  const said = description === inventory.name ? '' : description
  return {
    place: storage?.name,
    description: inventory.name,
    detail: [inventory.code, said, sayPicked(line), stock && sayShort(line)].filter(Boolean).join(' · '),
    ...{ unit, topick },
    // Where more is to come, the room is left to write in.
    picked: topick === 0 ? picked : undefined,
    ...(stock && onhand !== null ? { onhand } : {}),
  }
}

const sayPicked = ({ topick, picked, unit }: PickLine) =>
  topick > 0 && picked > 0 && `${formatQuantity(picked, unit)} picked`

function sayShort({ short, unit, elsewhere, otherplaces }: PickLine): string {
  if (short === 0) return ''
  const others = elsewhere.map(
    ({ storage, onhand }) => `${formatQuantity(onhand, unit)} at ${storage?.name ?? 'no place given'}`,
  )
  if (otherplaces > 0) others.push(`and at ${otherplaces} more`)
  return `${formatQuantity(short, unit)} short, ${others.length > 0 ? others.join(', ') : 'none elsewhere'}`
}
