import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Select } from '../../../../core/page/kit.js';
import { shown } from '../../../../core/platform/visible-text.js';

interface PersonChoiceProps {
  readonly roles: readonly string[];
  /** Undefined: the fields belong to several people. */
  readonly value: string | null | undefined;
  readonly onChange: (role: string | null) => void;
}

/** Values of the list beside the names: a name is never empty and never begins with a space. */
const [none, more, several] = ['', ' new', ' several'] as const;

/** Whose a field is: one of the people, nobody, or a person whose name is typed. */
export function PersonChoice({ roles, value, onChange }: PersonChoiceProps): JSX.Element {
  const [isNew, setNew] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isNew) input.current?.focus();
  }, [isNew]);
  const typed = (name: string): void => {
    if (name.trim() === '') return;
    setNew(false);
    onChange(name.trim());
  };
  return (
    <>
      <label>
        Filled in by
        <Select
          value={isNew ? more : value === undefined ? several : (value ?? none)}
          options={[
            ...(value === undefined ? ([[several, 'Several people']] as const) : []),
            ...roles.map((role) => [role, shown(role, 80)] as const),
            [none, 'Nobody in particular'],
            [more, 'Another person…'],
          ]}
          onChange={(chosen) => {
            setNew(chosen === more);
            if (chosen !== more && chosen !== several) onChange(chosen === none ? null : chosen);
          }}
        />
      </label>
      {isNew && (
        <label>
          Name of this person on the form
          <input
            ref={input}
            maxLength={100}
            placeholder="Tenant"
            autocomplete="off"
            onKeyDown={(event) => {
              if (event.key === 'Enter') typed(event.currentTarget.value);
            }}
            onBlur={(event) => typed(event.currentTarget.value)}
          />
        </label>
      )}
    </>
  );
}
