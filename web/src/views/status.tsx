// What is going on: the search, the download, the device.
import { ENGINES } from 'ansatz';
import { DEVICES, type DeviceChoice, type Network, type State } from '../state';
import { count, duration, megabytes } from '../words';

/** The engine for WebGPU may have been left out. */
const isBuilt = (choice: DeviceChoice): boolean => choice === 'auto' || ENGINES.includes(choice);

const DEVICE_NAMES = { auto: 'Automatic', webgpu: 'WebGPU', cpu: 'CPU' } as const;

interface Props {
  state: State;
  onStop: () => void;
  onDevice: (device: DeviceChoice) => void;
}

export function Status({ state, onStop, onDevice }: Props) {
  const { phase, found, network } = state;
  return (
    <div class="status">
      <div class="search-state">
        <span role="status" id="phase" data-phase={phase}>
          {phaseInWords(state)}
        </span>
        {phase === 'looking' && (
          <button type="button" class="small" id="stop" onClick={onStop}>
            Stop
          </button>
        )}
      </div>
      <NetworkState network={network} />
      <Device state={state} onDevice={onDevice} />
      {found && found.notes.length > 0 && (
        <ul class="notes">
          {found.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function phaseInWords({ phase, found, device }: State): string {
  if (phase === 'looking') return device ? 'Looking…' : 'Starting…';
  if (phase === 'stopped') return 'Stopped: this is what was found until then.';
  if (phase !== 'done' || !found) return '';
  const many = found.candidates.length;
  return found.best ? `${count(many, 'candidate')}.` : 'No law found.';
}

function NetworkState({ network }: { network: Network }) {
  switch (network.kind) {
    case 'waiting':
      return null;
    case 'loading':
      return (
        <span class="network" id="network" data-kind="loading">
          <label>
            Network{' '}
            <progress
              max={network.total}
              value={network.loaded}
              aria-label="Download of the network"
            />
          </label>{' '}
          {megabytes(network.loaded)} of {megabytes(network.total)} MB
        </span>
      );
    case 'ready':
      return (
        <span class="network" id="network" data-kind="ready">
          Network ready, {megabytes(network.bytes)} MB{network.cached ? ', cached' : ''}
        </span>
      );
    case 'failed':
      return (
        <span class="network" id="network" data-kind="failed" title={network.message}>
          Without the network: it could not be loaded
        </span>
      );
  }
}

function Device({ state, onDevice }: { state: State; onDevice: Props['onDevice'] }) {
  const { device, deviceChoice, found } = state;
  return (
    <span class="device" id="device">
      <label>
        <span class="hidden">Compute on</span>
        <select
          id="device-choice"
          onChange={({ currentTarget }) => {
            const choice = DEVICES.find((name) => name === currentTarget.value);
            if (choice) onDevice(choice);
          }}
        >
          {DEVICES.map((name) => (
            <option
              key={name}
              value={name}
              selected={name === deviceChoice}
              disabled={!isBuilt(name)}
            >
              {DEVICE_NAMES[name]}
              {!isBuilt(name) && ' (not in this build)'}
              {name === 'auto' && device ? `: ${DEVICE_NAMES[device]}` : ''}
            </option>
          ))}
        </select>
      </label>
      {deviceChoice !== 'auto' && device && device !== deviceChoice && (
        <span id="fallback"> in fact {DEVICE_NAMES[device]}</span>
      )}
      {found?.took !== undefined && <span id="took"> {duration(found.took)}</span>}
    </span>
  );
}
