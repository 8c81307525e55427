import { Dialog } from '#views/ui/dialog.tsx'
import { Checkbox, FileInput } from '#views/ui/inputs.tsx'
import { Radios } from '#views/ui/select.tsx'
import { Banner } from '#views/ui/small.tsx'

export type ImportWhat = 'people' | 'roles'
type Problem = { line: number | null; column: string | null; sentence: string }

type ImportDialogProps = {
  what: ImportWhat
  /** Only who manages roles may bring them in. */
  roles: boolean
  result?: { dryrun: boolean; sentence: string; problems: readonly Problem[] }
}

export const ImportDialog = ({ what, roles, result }: ImportDialogProps) => (
  <Dialog
    title="Import from a CSV file"
    url="/admin/users/import"
    encoding="multipart/form-data"
    submit="Go on"
    cancel="Close"
  >
    {result && <Result {...result} />}
    {roles && (
      <Radios
        label="The file lists"
        name="what"
        value={what}
        options={[
          { value: 'people', label: 'People: e-mail, first name, last name, phone, roles, seat' },
          { value: 'roles', label: 'Rights of roles: role, claim, allowed' },
        ]}
      />
    )}
    {!roles && (
      <p className="hint">
        Columns: e-mail, first name, last name, phone, roles, seat. Several roles stand with a comma between
        them. What the list exports comes in again.
      </p>
    )}
    <FileInput
      label="File"
      name="file"
      accept=".csv,text/csv"
      required
      hint="CSV with the columns named in its first row."
    />
    <Checkbox
      label="Only look through it"
      name="dryrun"
      checked={!result || result.problems.length > 0}
      hint="Says what would happen, and changes nothing. Untick it to bring the file in: all of it, or nothing."
    />
  </Dialog>
)

function Result({ dryrun, sentence, problems }: NonNullable<ImportDialogProps['result']>) {
  return (
    <Banner level={problems.length > 0 ? 'error' : dryrun ? 'info' : 'success'}>
      <p>{sentence}</p>
      {problems.length > 0 && (
        <ul>
          {problems.slice(0, 50).map((one) => (
            <li key={`${one.line} ${one.column} ${one.sentence}`}>
              {one.line !== null && `Line ${one.line}`}
              {one.column && `, ${one.column}`}
              {one.line !== null && ': '}
              {one.sentence}
            </li>
          ))}
          {problems.length > 50 && <li>And {problems.length - 50} more.</li>}
        </ul>
      )}
    </Banner>
  )
}
