// What can be chosen: how many terms, how long to look; and, for those who know, the rest.
import { ENGINES } from 'ansatz';
import { stepsOf } from '../law/steps';
import type { Session } from '../session';
import { DOMAINS, EFFORTS, FIRSTS, MOST_BEAM, MOST_NEXT } from '../settings';
import { DEVICES, type DeviceChoice, firstOf, type State } from '../state';
import { duration, OPTIONS } from '../words';
import { NetworkState } from './status';

/** The package asks for three terms to look at. */
const LEAST_TERMS = 3;

interface Props {
  state: State;
  session: Session | undefined;
}

export function Options({ state, session }: Props) {
  const { settings, found } = state;
  const most = Math.max(0, (found?.understood.count ?? 0) - LEAST_TERMS, settings.holdOut);
  const steps = found && stepsOf(found.understood);
  const hidden = settings.holdOut === 0 ? OPTIONS.hideNone : OPTIONS.hide(settings.holdOut);
  return (
    <details class="panel" id="options">
      <summary>{OPTIONS.title}</summary>
      <div class="options">
        <label>
          <span>{OPTIONS.next}</span>
          <WholeNumber
            id="next-count"
            most={MOST_NEXT}
            value={settings.next}
            onChange={(next) => session?.change({ next })}
          />
        </label>
        <label class="slider">
          <span>
            {OPTIONS.hideLabel}: <span id="hidden-count">{hidden}</span>
          </span>
          <input
            id="hold-out"
            type="range"
            min={0}
            max={most}
            value={settings.holdOut}
            aria-label={OPTIONS.hideLabel}
            aria-valuetext={hidden}
            onInput={(event) => session?.change({ holdOut: Number(event.currentTarget.value) })}
          />
        </label>
        <Choice
          id="domain"
          label={OPTIONS.readAs}
          value={settings.domain ?? ''}
          values={['', ...DOMAINS]}
          name={(value) => (value === '' ? OPTIONS.asWritten : OPTIONS.domains[value])}
          onChange={(value) => session?.change({ domain: value || undefined })}
        />
        <Choice
          id="effort"
          label={OPTIONS.effort}
          value={settings.effort}
          values={EFFORTS}
          name={(value) => OPTIONS.efforts[value]}
          onChange={(effort) => session?.change({ effort })}
        />
        <Choice
          id="first"
          label={OPTIONS.first}
          value={String(firstOf(state))}
          values={[...new Set([...FIRSTS, firstOf(state)])].map(String)}
          name={(value) => value}
          onChange={(first) => session?.change({ first: Number(first) })}
        />
        <Choice
          id="ahead"
          label={OPTIONS.ahead}
          value={settings.ahead ? 'u(n+1)' : 'u(n)'}
          values={['u(n)', 'u(n+1)'] as const}
          name={(value) => value}
          onChange={(value) => session?.change({ ahead: value === 'u(n+1)' })}
        />
        {steps && (
          <Choice
            id="variable"
            label={OPTIONS.variable}
            value={settings.plain ? 'n' : 'steps'}
            values={['steps', 'n'] as const}
            name={(value) => (value === 'n' ? OPTIONS.counted : steps.variable)}
            onChange={(value) => session?.change({ plain: value === 'n' })}
          />
        )}
      </div>
      <Advanced state={state} session={session} />
    </details>
  );
}

/** The engine for WebGPU may have been left out. */
const isBuilt = (choice: DeviceChoice): boolean => choice === 'auto' || ENGINES.includes(choice);

function Advanced({ state, session }: Props) {
  const { settings, device, deviceChoice, found, network, slash } = state;
  const name = (choice: DeviceChoice): string =>
    OPTIONS.devices[choice] +
    (isBuilt(choice) ? '' : OPTIONS.missingDevice) +
    (choice === 'auto' && device ? `: ${OPTIONS.devices[device]}` : '');
  return (
    <details class="panel" id="advanced">
      <summary>{OPTIONS.advanced}</summary>
      <div class="options">
        <label>
          <span>{OPTIONS.beam}</span>
          <WholeNumber
            id="beam"
            most={MOST_BEAM}
            value={settings.beam}
            onChange={(beam) => session?.change({ beam })}
          />
        </label>
        <span id="device">
          <Choice
            id="device-choice"
            label={OPTIONS.device}
            value={deviceChoice}
            values={DEVICES}
            name={name}
            isOff={(choice) => !isBuilt(choice)}
            onChange={(choice) => void session?.switchTo(choice)}
          />
          {deviceChoice !== 'auto' && device && device !== deviceChoice && (
            <span id="fallback"> {OPTIONS.insteadOn(OPTIONS.devices[device])}</span>
          )}
        </span>
        <label class="tick">
          <input
            id="slash"
            type="checkbox"
            checked={slash}
            onChange={(event) => session?.setSlash(event.currentTarget.checked)}
          />{' '}
          <span>{OPTIONS.slash}</span>
        </label>
      </div>
      <NetworkState network={network} />
      {found?.took !== undefined && (
        <p class="quiet">
          {OPTIONS.took} <span id="took">{duration(found.took)}</span>
        </p>
      )}
    </details>
  );
}

interface ChoiceProps<T extends string> {
  id: string;
  label: string;
  value: T;
  values: readonly T[];
  name: (value: T) => string;
  isOff?: (value: T) => boolean;
  onChange: (value: T) => void;
}

function Choice<T extends string>(props: ChoiceProps<T>) {
  const { id, label, value, values, name, isOff, onChange } = props;
  return (
    <label>
      <span>{label}</span>
      <select
        id={id}
        onChange={({ currentTarget }) => {
          const chosen = values.find((each) => each === currentTarget.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {values.map((each) => (
          <option key={each} value={each} selected={each === value} disabled={isOff?.(each)}>
            {name(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface WholeNumberProps {
  id: string;
  most: number;
  value: number;
  onChange: (value: number) => void;
}

/** A field for a number from 1; what is no such number is not passed on. */
function WholeNumber({ id, most, value, onChange }: WholeNumberProps) {
  const hear = (typed: number): void => {
    if (Number.isInteger(typed) && typed >= 1 && typed <= most) onChange(typed);
  };
  return (
    <input
      id={id}
      type="number"
      min={1}
      max={most}
      value={value}
      onInput={({ currentTarget }) => hear(Number(currentTarget.value))}
    />
  );
}
