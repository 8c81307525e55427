import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#views/ui/button.tsx'
import { fileRules, missing } from '#views/ui/field-rules.ts'
import { Icon, type IconName } from '#views/ui/icon.tsx'
import { FileInput, TextInput } from '#views/ui/inputs.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'

type BoxProps = { referenceid: string; maxuploadmb: number }
type UploadProps = BoxProps & { groups: readonly string[] }

/** The page script sends what is chosen in it with its progress, and puts what is wrong beside the fields. */
const UploadBox = ({ referenceid, maxuploadmb, children }: BoxProps & { children: ReactNode }) => (
  <div
    className="upload"
    data-upload="/api/documents/file"
    data-reference={referenceid}
    data-nameless={missing.filename}
    {...fileRules(maxuploadmb)}
  >
    <div data-errors-here="" />
    {children}
  </div>
)

const Progress = () => (
  <div className="progress" hidden data-upload-progress="">
    <p>
      <span>
        <span data-upload-name="" /> <small data-upload-left="" />
      </span>
      <span className="number" data-upload-percent="" />
    </p>
    <progress value={0} max={100} aria-label="Upload" />
  </div>
)

const Stop = () => (
  <Button hidden data-upload-stop="">
    Stop
  </Button>
)

/** Above the list: chosen is uploaded, under the file's own name. */
export const UploadNow = ({ photos, ...box }: BoxProps & { photos: string }) => (
  <UploadBox {...box}>
    <div className="buttons">
      <Chooser
        icon="camera"
        label="Take a photo"
        accept="image/*"
        capture="environment"
        data-group={photos}
      />
      <Chooser icon="paperclip" label="Add files" multiple />
      <Stop />
    </div>
    <Progress />
  </UploadBox>
)

type ChooserProps = { icon: IconName; label: string; 'data-group'?: string } & Pick<
  ComponentProps<'input'>,
  'accept' | 'capture' | 'multiple'
>

const Chooser = ({ icon, label, ...input }: ChooserProps) => (
  <label className="button filebutton">
    <Icon name={icon} />
    <span>{label}</span>
    <input className="unseen" type="file" form={NO_FORM} data-upload-now="" {...input} />
  </label>
)

/** The Upload tab, where a file is named and grouped first. */
export function UploadPanel({ referenceid, groups, maxuploadmb }: UploadProps) {
  return (
    <UploadBox referenceid={referenceid} maxuploadmb={maxuploadmb}>
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
      <Progress />
      <div className="buttons">
        <Button icon="upload" data-upload-send="">
          Upload
        </Button>
        <Stop />
      </div>
    </UploadBox>
  )
}
