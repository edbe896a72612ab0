import { saveFile } from '#site/admin/lib/call.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { FocusedHeading } from '#site/admin/ui/frame/FocusedHeading.tsx'
import { icons } from '#site/ui/icons/icons.ts'

/** The recovery codes, which are shown only once, with a way to save them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const save = () => {
    // The end of the title is the magazine's name.
    const magazine = document.title.split(' · ').at(-1)
    const text = [`${magazine}: recovery codes. Each works once.`, '', ...codes, ''].join('\n')
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  return (
    <section className="grid gap-16" aria-labelledby="recovery-codes">
      <FocusedHeading id="recovery-codes">Save your recovery codes</FocusedHeading>
      <p>
        Each of them signs you in once when your device is gone. They are shown only now: save or
        print them, and put them where nobody else looks.
      </p>
      <ol className="grid gap-6 bg-sunk p-16 font-mono text-15 sm:grid-cols-[1fr_1fr]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={actionsClass}>
        <Button onClick={save} icon={icons.download} label="Save as a text file" />
      </div>
    </section>
  )
}
