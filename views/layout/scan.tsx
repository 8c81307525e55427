import { Button, IconButton } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'

export function ScanBox({ id, label }: { id: string; label?: string }) {
  return (
    <form className="scanbox" action="/search" method="get" data-scanbox="" aria-label={label}>
      <Icon name="scan" />
      <input
        id={id}
        name="search"
        type="text"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={120}
        placeholder="Find or scan"
        aria-label="Find anything"
        aria-keyshortcuts="s Control+K"
        aria-autocomplete="list"
        aria-controls={`${id}-results`}
      />
      <section
        className="searchlist"
        id={`${id}-results`}
        aria-label="What was found"
        data-slot="results"
        hidden
      />
    </form>
  )
}

export function ScanDialog() {
  return (
    <dialog className="dialog small" id="scan" aria-labelledby="scan-title">
      <div className="sheet">
        <div className="head">
          <div>
            <h2 id="scan-title">Find anything</h2>
          </div>
          <IconButton icon="x" label="Close" data-close="" />
        </div>
        <div className="body">
          <ScanBox id="scan-code" />
          <video muted playsInline hidden aria-label="What the camera sees" />
          <Button icon="scan" data-camera="" hidden>
            Use the camera
          </Button>
          <p data-slot="several" role="status" />
          <ul className="found" data-slot="found" />
        </div>
      </div>
    </dialog>
  )
}
