import { wholeNumber } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { FileInput } from '#views/ui/inputs.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { ImportSteps } from './steps.tsx'

type UploadProps = { name: string; plural: string; about: string; maxuploadmb: number; maxrows: number }

export function ImportUpload({ name, plural, about, maxuploadmb, maxrows }: UploadProps) {
  return (
    <>
      <PageTitle title={`Import ${plural}`} subtitle={about} />
      <ImportSteps at="file" />
      <Panel>
        <Form
          url={`/import/${name}`}
          hx-encoding="multipart/form-data"
          data-failed="The file did not arrive. Nothing was imported. Please try again."
          guarded={false}
        >
          <FileInput
            label="File"
            name="file"
            required
            accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className="dropzone"
            hint={`CSV or Excel (.xlsx), at most ${maxuploadmb} MB and ${wholeNumber(maxrows)} rows. Drop it on the field, or choose it. The first row names the columns.`}
          />
          <div className="importfoot">
            <Button look="primary" type="submit" icon="upload">
              Continue
            </Button>
            <LinkButton look="quiet" href="/import">
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Panel>
      <Panel title="Begin with an empty list">
        <p>
          Its columns are named so that nothing has to be chosen. Leave out those you do not need, in any
          order.
        </p>
        <div className="importfoot">
          <LinkButton icon="download" href={`/import/${name}/template?format=xlsx`} download>
            Excel
          </LinkButton>
          <LinkButton icon="download" href={`/import/${name}/template?format=csv`} download>
            CSV
          </LinkButton>
        </div>
      </Panel>
    </>
  )
}
