import { useEffect, useState } from 'react'
import { areSingleKeysOn, switchSingleKeys } from '#site/admin/lib/single-keys.ts'
import { checkboxClass } from '#site/ui/forms/form-classes.ts'

/** Whether letters alone do something, on this device. */
export function SingleKeysSwitch() {
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(areSingleKeysOn()), [])
  return (
    <label className="flex min-h-44 cursor-pointer items-center gap-12">
      <input
        type="checkbox"
        className={checkboxClass}
        checked={isOn}
        onChange={(event) => {
          switchSingleKeys(event.target.checked)
          setOn(event.target.checked)
        }}
      />
      Shortcuts with one letter
    </label>
  )
}
