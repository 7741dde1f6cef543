//! Several devices that learn as one.
//!
//! Every worker has a replica of the network and of the optimizer, computes the
//! gradients of its own batches, and all take the same step with the mean of
//! them. On CUDA the mean is burn's own collective operation. burn 0.22 has it
//! for no CPU backend, so there the workers meet in memory.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread;

use ansatz_model::Transformer;
use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::tensor::distributed::{
    DistributedConfig, DistributedContext, ReduceOperation, all_reduce,
};
use burn::tensor::{Device, Tensor, TensorData};

use crate::checkpoint::State;
use crate::config::RunConfig;
use crate::data::Batch;
use crate::device::DeviceName;
use crate::error::{Error, Result};
use crate::train::learn;

/// How a worker's gradients become everybody's.
#[derive(Clone)]
pub enum Reduce {
    /// There is only one worker.
    Alone,
    /// The workers are threads that meet in memory.
    Meeting {
        /// Where they meet.
        meeting: Arc<Meeting>,
        /// Which of them this is.
        worker: usize,
    },
    /// burn's collective operation over these devices.
    Collective(Vec<Device>),
}

impl Reduce {
    /// The mean of every worker's gradients; the same numbers on every worker.
    pub fn mean(&self, model: &Transformer, grads: GradientsParams) -> GradientsParams {
        match self {
            Reduce::Alone => grads,
            Reduce::Meeting { meeting, worker } => {
                let mut flat = Flatten { grads: &grads, values: Vec::new() };
                model.visit(&mut flat);
                let mean = meeting.mean(*worker, flat.values);
                let mut spread = Spread { old: grads, values: &mean, new: GradientsParams::new() };
                model.visit(&mut spread);
                spread.new
            }
            Reduce::Collective(devices) => {
                let mut reduce = Collect { old: grads, devices, new: GradientsParams::new() };
                model.visit(&mut reduce);
                reduce.new
            }
        }
    }
}

/// A place where threads exchange their numbers.
pub struct Meeting {
    values: Mutex<Vec<Vec<f32>>>,
    barrier: Barrier,
}

impl Meeting {
    /// A meeting of so many workers.
    pub fn new(workers: usize) -> Self {
        Self { values: Mutex::new(vec![Vec::new(); workers]), barrier: Barrier::new(workers) }
    }

    /// Waits for all and gives the mean, summed in the order of the workers, so
    /// that all of them get the very same bits.
    fn mean(&self, worker: usize, values: Vec<f32>) -> Vec<f32> {
        let all = || self.values.lock().unwrap_or_else(PoisonError::into_inner);
        all()[worker] = values;
        self.barrier.wait();
        let mean = {
            let all = all();
            let mut sum = all[0].clone();
            for other in &all[1..] {
                for (sum, value) in sum.iter_mut().zip(other) {
                    *sum += value;
                }
            }
            let count = all.len() as f32;
            sum.iter_mut().for_each(|sum| *sum /= count);
            sum
        };
        // Nobody may bring new values before everybody has read the old.
        self.barrier.wait();
        mean
    }
}

/// Reads all gradients into one list.
struct Flatten<'a> {
    grads: &'a GradientsParams,
    values: Vec<f32>,
}

impl ModuleVisitor for Flatten<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(grad) = self.grads.get::<D>(param.id) {
            self.values.extend(grad.into_data().iter::<f32>());
        }
    }
}

/// Writes a list back into gradients.
struct Spread<'a> {
    old: GradientsParams,
    values: &'a [f32],
    new: GradientsParams,
}

impl ModuleVisitor for Spread<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(grad) = self.old.remove::<D>(param.id) {
            let (values, rest) = self.values.split_at(grad.shape().num_elements());
            self.values = rest;
            let data = TensorData::new(values.to_vec(), grad.shape());
            let grad = Tensor::<D>::from_data(data, &grad.device());
            self.new.register(param.id, grad);
        }
    }
}

/// Reduces gradients by burn's collective operation.
struct Collect<'a> {
    old: GradientsParams,
    devices: &'a [Device],
    new: GradientsParams,
}

impl ModuleVisitor for Collect<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(grad) = self.old.remove::<D>(param.id) {
            let devices = self.devices.to_vec();
            let mean = all_reduce(grad, ReduceOperation::Mean, devices).resolve();
            self.new.register(param.id, mean);
        }
    }
}

/// One step: the batches of a worker and the learning rate.
type Order = (Vec<Batch>, f64);

/// The workers beside the main one, each a thread with a device of its own.
pub struct Team {
    orders: Vec<Sender<Order>>,
    answers: Receiver<Result<f64>>,
    replicas: Vec<Arc<Mutex<Transformer>>>,
    /// How the main worker takes part.
    pub reduce: Reduce,
    /// Kept while the team exists: burn's communication ends with it.
    _context: Option<DistributedContext>,
}

impl Team {
    /// Starts the other workers from the main one's state.
    pub fn start(config: &RunConfig, state: &State) -> Result<Self> {
        let count = config.devices;
        let (mut devices, mut plain) = (Vec::new(), Vec::new());
        for index in 0..count {
            plain.push(config.device.open(index)?);
            devices.push(config.device.open(index)?.autodiff());
        }
        let collective = config.device == DeviceName::Cuda && count > 1;
        let context = collective.then(|| {
            let all_reduce_op = ReduceOperation::Mean;
            DistributedContext::init(plain.clone(), DistributedConfig { all_reduce_op })
        });
        let meeting = Arc::new(Meeting::new(count));
        let reduce = |worker| match (collective, count) {
            (_, 1) => Reduce::Alone,
            (true, _) => Reduce::Collective(plain.clone()),
            (false, _) => Reduce::Meeting { meeting: meeting.clone(), worker },
        };
        let (answer, answers) = channel();
        let (mut orders, mut replicas) = (Vec::new(), Vec::new());
        for (worker, device) in devices.iter().enumerate().skip(1) {
            let (order, inbox) = channel();
            let replica = Arc::new(Mutex::new(state.model.clone().fork(device)));
            let (config, optimizer) = (config.clone(), state.optimizer.clone());
            let (reduce, answer, shared) = (reduce(worker), answer.clone(), replica.clone());
            thread::spawn(move || work(&config, optimizer, &shared, &inbox, &answer, &reduce));
            orders.push(order);
            replicas.push(replica);
        }
        Ok(Self { orders, answers, replicas, reduce: reduce(0), _context: context })
    }

    /// Lets the other workers begin a step; their batches are taken from the list.
    pub fn begin(&self, batches: &mut Vec<Batch>, each: usize, rate: f64) -> Result<()> {
        for order in &self.orders {
            let own = batches.split_off(batches.len().saturating_sub(each));
            order.send((own, rate)).map_err(|_| stopped())?;
        }
        Ok(())
    }

    /// Waits until they have finished it; gives the sum of their losses.
    pub fn finish(&self) -> Result<f64> {
        let mut sum = 0.0;
        for _ in &self.orders {
            sum += self.answers.recv().map_err(|_| stopped())??;
        }
        Ok(sum)
    }

    /// The replicas of the other workers, as they are between steps.
    pub fn replicas(&self) -> Vec<Transformer> {
        let read = |replica: &Arc<Mutex<Transformer>>| {
            let model = replica.lock().unwrap_or_else(PoisonError::into_inner);
            model.clone()
        };
        self.replicas.iter().map(read).collect()
    }
}

fn work(
    config: &RunConfig,
    mut optimizer: ModuleOptimizer,
    shared: &Mutex<Transformer>,
    inbox: &Receiver<Order>,
    answer: &Sender<Result<f64>>,
    reduce: &Reduce,
) {
    while let Ok((batches, rate)) = inbox.recv() {
        let mut model = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = learn(config, &mut model, &mut optimizer, &batches, rate, reduce);
        drop(model);
        if answer.send(outcome.map(|(loss, _)| loss)).is_err() {
            return;
        }
    }
}

fn stopped() -> Error {
    Error::Worker("a device's thread ended".to_owned())
}
