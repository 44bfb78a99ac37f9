import { useId, useState } from 'react';
import { isFontFamily } from '../../client/settings/settings-format.js';
import { ChoiceField } from './ChoiceField.js';
import { FONT_NAMES } from './choices.js';

/** The choice that lets the student name a font; no font has this name. */
const CUSTOM = 'custom:';

interface FontFieldProps {
  readonly value: string;
  readonly onChange: (family: string) => void;
}

/** A font from the list, or any other that is installed. */
export function FontField({ value, onChange }: FontFieldProps) {
  const isListed = FONT_NAMES.some(([name]) => name === value);
  const [custom, setCustom] = useState(!isListed);
  return (
    <>
      <ChoiceField
        label="Font"
        choices={[...FONT_NAMES, [CUSTOM, 'Another…']]}
        value={custom || !isListed ? CUSTOM : value}
        onChange={(choice) => {
          setCustom(choice === CUSTOM);
          if (choice !== CUSTOM) onChange(choice);
        }}
      />
      {(custom || !isListed) && <NamedFont value={value} onChange={onChange} />}
    </>
  );
}

function NamedFont({ value, onChange }: FontFieldProps) {
  const [text, setText] = useState(value);
  const id = useId();
  const isValid = isFontFamily(text);
  return (
    <div className="practice-field">
      <label htmlFor={id}>Its name</label>
      <input
        id={id}
        className="practice-input"
        type="text"
        value={text}
        spellCheck={false}
        autoComplete="off"
        placeholder="Iosevka, Hack"
        aria-invalid={!isValid}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => {
          setText(target.value);
          onChange(target.value);
        }}
      />
      <p id={`${id}-help`} className="practice-field-help" data-invalid={!isValid}>
        {isValid ? 'An installed font, or several with commas.' : 'Letters, digits, spaces and commas only.'}
      </p>
    </div>
  );
}
