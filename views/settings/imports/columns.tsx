import { counted } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Radios, Select } from '#views/ui/select.tsx'
import { Banner } from '#views/ui/small.tsx'
import { FieldRows, type FileColumn, type ImportField } from './field-rows.tsx'
import { ImportPreview, type PreviewProps } from './preview.tsx'
import { type ImportSource, StartAgain } from './start-again.tsx'
import { ImportSteps } from './steps.tsx'

type ColumnsProps = {
  name: string
  list: { singular: string; plural: string; updates: boolean }
  filename: string
  source?: ImportSource
  url: string
  failed?: string
  fields: readonly ImportField[]
  columns: readonly FileColumn[]
  total: number
  sheets: readonly string[]
  sheet: string
  keyed: boolean
  keycolumn: string
  empty: string
  match: 'skip' | 'update'
  preview: PreviewProps
}

export function ImportColumns(props: ColumnsProps) {
  const { name, list, filename, source, url, failed, fields, columns, total, preview } = props
  const near = fields.filter(({ required, column, fallback }) => required || column || fallback)
  const far = fields.filter((field) => !near.includes(field))
  return (
    <>
      <PageTitle
        title={`Import ${list.plural}`}
        subtitle={`${filename}: ${counted(total, 'row')}, ${columns.length} columns.`}
      />
      <ImportSteps at="columns" />
      {failed && <Banner level="error">{failed}</Banner>}
      {props.sheets.length > 1 && <SheetChoice {...props} />}
      <Form url={url} id="importcolumns" guarded={false}>
        <Panel title="Which column is what">
          <FieldRows fields={near} columns={columns} />
          {far.length > 0 && (
            <details className="morefields">
              <summary>
                {far.length} more {far.length === 1 ? 'field' : 'fields'}
              </summary>
              <FieldRows fields={far} columns={columns} />
            </details>
          )}
        </Panel>
        <Panel title="The first rows as they come in">
          <div
            id="importpreview"
            aria-live="polite"
            hx-post={`${url}/preview`}
            hx-include="#importcolumns"
            hx-trigger="change from:#importcolumns delay:150ms"
            hx-swap="innerHTML"
            hx-sync="this:replace"
          >
            <ImportPreview {...preview} />
          </div>
        </Panel>
        <Panel title="How it is read">
          <Rules {...props} />
        </Panel>
        <div className="importfoot">
          <Button look="primary" type="submit">
            Try it
          </Button>
          <StartAgain name={name} source={source} />
          <span className="hint">A trial run changes nothing.</span>
        </div>
      </Form>
    </>
  )
}

function SheetChoice({ url, sheets, sheet }: ColumnsProps) {
  return (
    <form className="sheetchoice" hx-post={`${url}/sheet`} hx-trigger="change" hx-swap="none">
      <Select
        label="Sheet of the workbook"
        name="sheet"
        value={sheet}
        options={sheets.map((value) => ({ value, label: value }))}
      />
    </form>
  )
}

function Rules({ list, source, keyed, keycolumn, empty, match, columns }: ColumnsProps) {
  return (
    <div className="importrules">
      {list.updates ? (
        <Radios
          label={`${list.plural.charAt(0).toUpperCase()}${list.plural.slice(1)} that are there already`}
          name="match"
          value={match}
          hint="They are known by their code, else by their name. Empty cells change nothing."
          options={[
            { value: 'update', label: `Take what ${source ?? 'the file'} says` },
            { value: 'skip', label: 'Stay as they are' },
          ]}
        />
      ) : (
        <input type="hidden" name="match" value="skip" />
      )}
      {keyed && (
        <Select
          label="Number in the old program"
          name="key"
          value={keycolumn}
          placeholder="None"
          hint={`Lists that you bring in later may name ${list.plural} by it.`}
          options={columns.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
      <TextInput
        label="Word for an empty cell"
        name="empty"
        value={empty}
        maxlength={40}
        width="narrow"
        hint="Such as NULL, where a program writes one."
      />
    </div>
  )
}
