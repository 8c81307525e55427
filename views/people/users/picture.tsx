import { Avatar } from '#views/ui/avatar.tsx'
import { Button } from '#views/ui/button.tsx'
import { FileInput } from '#views/ui/inputs.tsx'

type PicturePartProps = {
  name: string
  picture: string | null
  /** Where it is uploaded to (POST) and taken away (DELETE). */
  url: string
  canwrite?: boolean
}

/**
 * A person's picture. It is stored as soon as it is chosen and swapped by itself; the file belongs to no form, so that
 * saving what is around it does not send it again.
 */
export function PicturePart({ name, picture, url, canwrite = true }: PicturePartProps) {
  const swap = { 'hx-target': '#picture', 'hx-swap': 'outerHTML' }
  return (
    <div id="picture" className="picturepart" data-noguard="">
      <Avatar name={name} size="large" src={picture ?? undefined} decorative />
      {canwrite && (
        <FileInput
          label="Picture"
          name="file"
          hint="PNG or JPEG. It is stored at once."
          accept="image/png,image/jpeg"
          form="f-file-alone"
          hx-post={url}
          hx-encoding="multipart/form-data"
          hx-include="this"
          {...swap}
        />
      )}
      {canwrite && picture && (
        <Button look="quiet" small icon="trash" hx-delete={url} {...swap}>
          Remove
        </Button>
      )}
    </div>
  )
}
