import { Button } from '#views/ui/button.tsx'
import { FileInput, TextInput } from '#views/ui/inputs.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'

type UploadProps = { referenceid: string; groups: readonly string[]; maxuploadmb: number }

/** The Upload tab: the page script sends it with its progress, and puts what is wrong beside the fields. */
export function UploadPanel({ referenceid, groups, maxuploadmb }: UploadProps) {
  return (
    <div
      className="upload"
      data-upload="/api/documents/file"
      data-reference={referenceid}
      data-most={maxuploadmb * 1024 * 1024}
      data-toolarge={`A file may have at most ${maxuploadmb} MB.`}
    >
      <div data-errors-here="" />
      <FileInput
        label="File"
        id="upload-file"
        name="file"
        required
        form={NO_FORM}
        hint={`At most ${maxuploadmb} MB. Drop it here, or choose it.`}
      />
      <TextInput
        label="Description"
        id="upload-filename"
        name="filename"
        required
        maxlength={200}
        form={NO_FORM}
        hint="What people will call it."
      />
      <TextInput
        label="Group"
        id="upload-group"
        name="group"
        maxlength={60}
        form={NO_FORM}
        list="upload-groups"
        hint="Files of one group stand together, such as Photos."
      />
      <datalist id="upload-groups">
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <div className="progress" hidden data-upload-progress="">
        <p>
          <span data-upload-name="" />
          <span className="number" data-upload-percent="" />
        </p>
        <progress value={0} max={100} aria-label="Upload" />
      </div>
      <div className="buttons">
        <Button icon="upload" data-upload-send="">
          Upload
        </Button>
        <Button hidden data-upload-stop="">
          Stop
        </Button>
      </div>
    </div>
  )
}
