import { FileInput } from '#views/ui/inputs.tsx'

/** A logo beside its organisation's name, which says what it is. */
export const OrganisationLogo = ({ url }: { url: string }) => (
  <img className="orglogo" src={url} alt="" loading="lazy" />
)

type LogoPartProps = { id: string; url?: string; hint?: string; canwrite: boolean }

/**
 * The logo in the dialog. It is uploaded as soon as it is chosen and swapped by itself; the file belongs to no
 * form, so that saving the dialog does not send it again.
 */
export function OrganisationLogoField({ id, url, canwrite }: LogoPartProps) {
  const upload = {
    'hx-post': `/admin/organisations/${id}/logo`,
    'hx-encoding': 'multipart/form-data',
    'hx-include': 'this',
    'hx-target': '#logo',
    'hx-swap': 'outerHTML',
  }
  return (
    <div id="logo" className="field logopart">
      {canwrite && (
        <FileInput
          label="Logo"
          name="file"
          hint="PNG or JPEG, at most 2 MB. It is stored at once."
          accept="image/png,image/jpeg"
          form="f-file-alone"
          {...upload}
        />
      )}
      {url && <img src={url} alt="The logo now" />}
    </div>
  )
}
