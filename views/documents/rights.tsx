import { ContinuedBand, FootBand, TitleBand } from './frame.tsx'
import { TableHead, TableRow } from './lines.tsx'
import {
  DocumentBand,
  DocumentField,
  DocumentPage,
  DocumentRow,
  type DocumentView,
  grey,
  portrait,
} from './parts.tsx'
import { documentHeader } from './text-rows.ts'
import type { ClaimlistData, RolelistData } from './types.ts'

const rolecells = [
  { name: 'role', label: 'Role', width: 140 },
  { name: 'people', label: 'Held by', width: 289 },
  { name: 'claims', label: 'Rights', width: 70, align: 'right' as const },
]

const claimcells = [
  { name: 'group', label: 'About', width: 104 },
  { name: 'words', label: 'What can be done', width: 168 },
  { name: 'claim', label: 'Claim', width: 92 },
  { name: 'allowed', label: 'Allowed', width: 135 },
]

const summary = (
  <DocumentBand name="summary">
    <DocumentRow style={{ justifyContent: 'space-between' }}>
      <DocumentField name="about" width={330} colour={grey} />
      <DocumentField name="printed" width={160} colour={grey} align="right" />
    </DocumentRow>
  </DocumentBand>
)

export const rolelist: DocumentView<RolelistData> = {
  paper: portrait,
  layout: (
    <DocumentPage paper={portrait}>
      <TitleBand />
      {summary}
      <TableHead name="role" cells={rolecells} />
      <TableRow name="role" cells={rolecells} />
      <ContinuedBand />
      <FootBand />
    </DocumentPage>
  ),
  content: ({ organisation, title, about, printed, roles }) => {
    const base = documentHeader(organisation, title, '', printed)
    return {
      ...base,
      texts: { ...base.texts, about, printed: `Printed ${printed}` },
      rows: { role: [...roles] },
    }
  },
}

export const claimlist: DocumentView<ClaimlistData> = {
  paper: portrait,
  layout: (
    <DocumentPage paper={portrait}>
      <TitleBand />
      {summary}
      <TableHead name="claim" cells={claimcells} />
      <TableRow name="claim" cells={claimcells} />
      <ContinuedBand />
      <FootBand />
    </DocumentPage>
  ),
  content: ({ organisation, title, about, printed, claims }) => {
    const base = documentHeader(organisation, title, '', printed)
    return {
      ...base,
      texts: { ...base.texts, about, printed: `Printed ${printed}` },
      rows: { claim: claims.map(oncePerGroup) },
    }
  },
}

const oncePerGroup = (line: ClaimlistData['claims'][number], at: number, lines: ClaimlistData['claims']) =>
  lines[at - 1]?.group === line.group ? { ...line, group: '' } : line
