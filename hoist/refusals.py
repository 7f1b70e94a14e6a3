"""The closed list of reasons for which hoist leaves a build where it stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Refusal:
    """One numbered reason.

    Attributes:
        code: ``HSR`` and two digits.
        title: the reason in a few words.
        explanation: why moving the build could change what the program computes.
        advice: what a person could do.
    """

    code: str
    title: str
    explanation: str
    advice: str


_TABLE = (
    Refusal(
        "HSR01",
        "a value that changes each turn is built in",
        "The build reads a value that the loop changes, so each turn builds something else.",
        "Build once on a placeholder in front of the loop and feed the value in sess.run.",
    ),
    Refusal(
        "HSR02",
        "it calls something unknown",
        "hoist cannot show that what is called depends on its arguments alone and does nothing else.",
        "Move the build by hand if you know that the call only builds; then `hoist verify` can prove it.",
    ),
    Refusal(
        "HSR03",
        "it does more than build",
        "Beside adding nodes the call prints, reads or writes files, looks at the clock or starts threads; "
        "done once instead of each turn, that would be missing.",
        "Separate the building from the rest, and build in front of the loop.",
    ),
    Refusal(
        "HSR04",
        "it draws from Python's or NumPy's random generator while building",
        "Each turn bakes in another draw; built once, one draw would serve for all turns.",
        "Draw in the loop and feed the value, or use a random op of TensorFlow.",
    ),
    Refusal(
        "HSR05",
        "it makes a new variable at each turn",
        "A variable made anew starts from its initial value each turn; built once it would keep what it learned.",
        "Decide what was meant: name the variable and share it (reuse=tf.AUTO_REUSE), or make it in front of the loop.",
    ),
    Refusal(
        "HSR06",
        "the second turn raises",
        "A variable of the same name is made at each turn without reuse, which TensorFlow refuses at the second.",
        "Build the model once, in front of the loop.",
    ),
    Refusal(
        "HSR07",
        "whether it makes or shares variables is not known",
        "The reuse flag depends on something hoist cannot follow.",
        "Use reuse=tf.AUTO_REUSE, or build the training and the reusing copy once each in front of the loop.",
    ),
    Refusal(
        "HSR08",
        "a random op with an op-level seed",
        "With seed=... a random op that is built anew gives the same first value each turn; built once it draws on.",
        "If the same value each turn was not meant, drop the seed argument; else keep the value as a constant.",
    ),
    Refusal(
        "HSR09",
        "a node with state of its own",
        "An iterator, queue, table, metric or py_func made anew starts afresh each turn; made once it goes on.",
        "Make it in front of the loop and re-initialise it where each turn should start afresh.",
    ),
    Refusal(
        "HSR10",
        "the optimizer's state starts afresh each turn",
        "An optimizer with slots that is made in the loop has new slots; made once, its state lives on.",
        "Make one optimizer in front of the loop if its state should live on.",
    ),
    Refusal(
        "HSR11",
        "a collection grows with each turn and is read",
        "Each turn registers one more object in a collection that the program reads, so the values add up.",
        "Build once, and check what the sum over the collection was meant to be: the numbers will change.",
    ),
    Refusal(
        "HSR12",
        "it reads the list of all variables while the loop still makes some",
        "Saver(), initializers and minimize() see other variables if they are built at another moment.",
        "Build every variable first, in front of the loop.",
    ),
    Refusal(
        "HSR13",
        "there may be no variable yet",
        "A Saver built where no variable exists raises; hoist cannot show that one exists in front of the loop.",
        "Build the model first, then the Saver, in front of the loop.",
    ),
    Refusal(
        "HSR14",
        "its name holds other values too",
        "The name that the build is assigned to is set elsewhere in the loop, read before it is set, or needed for its "
        "old value.",
        "Give the build a name of its own.",
    ),
    Refusal(
        "HSR15",
        "it is built on a condition only",
        "Under a condition, or behind a break, continue or return, the original may not have built it, and this could "
        "be seen.",
        "Build it unconditionally in front of the loop if that is what you mean.",
    ),
    Refusal(
        "HSR16",
        "what it makes is used in another way than building and running",
        "It is kept, changed, compared, printed or handed to something unknown, where one object instead of many could "
        "be noticed.",
        "Use the tensor as an operand, fetch or feed only.",
    ),
    Refusal(
        "HSR17",
        "a try could catch its failure",
        "If the build fails, the original's handler goes on with the loop; in front of the loop nothing catches it.",
        "Move the build out of the try by hand if it cannot fail.",
    ),
    Refusal(
        "HSR18",
        "it stands in a context that would have to be split",
        "A scope, device or other context around it also holds what must stay in the loop.",
        "Enter the context once in front of the loop, around the build.",
    ),
    Refusal(
        "HSR19",
        "control dependencies stand around it",
        "What is built under control_dependencies depends on ops that would be built at another moment.",
        "Build the dependencies and the op together in front of the loop.",
    ),
    Refusal(
        "HSR20",
        "ops are looked up by name",
        "The program finds ops by name or exports their names, and a partial move would give names to other ops.",
        "Keep the tensor in a Python variable instead of finding it by its name.",
    ),
    Refusal(
        "HSR21",
        "the loop hands over to somebody else",
        "In a generator or coroutine others run between the turns, and what they do is not known.",
        "Build before the generator begins.",
    ),
    Refusal(
        "HSR22",
        "one function both builds and runs",
        "The function called in the loop builds and runs; it must be split in two before the build can move.",
        "Split the function: one part builds in front of the loop, the other only runs.",
    ),
    Refusal(
        "HSR23",
        "it changes the program's state",
        "While building it writes a global name or attribute, or changes an object that others see.",
        "Let the builder return what it makes instead of keeping it elsewhere.",
    ),
    Refusal(
        "HSR24",
        "an array or list that it reads may change in the loop",
        "The value baked into the graph is mutable, and something in the loop may change it.",
        "Copy the value in front of the loop, or feed it.",
    ),
    Refusal(
        "HSR25",
        "the graph is finalized",
        "A monitored session finalizes the graph, so a build in its loop raises at the first turn.",
        "Build everything before the monitored session opens.",
    ),
    Refusal(
        "HSR26",
        "it changes the default graph, its seed or its scopes",
        "What it does to the graph would happen once instead of each turn.",
        "Build once, in front of the loop.",
    ),
    Refusal(
        "HSR27",
        "a loop of no turns would leave no variable",
        "If the loop takes no turn, the original makes no variable; something after it reads the list of variables.",
        "Build the model in front of the loop.",
    ),
    Refusal(
        "HSR28",
        "the text cannot be edited safely",
        "The statement stands where lines cannot be moved, such as a body on the line of its loop.",
        "Put the statement on lines of its own, out of a lambda, a comprehension or a loop's condition, "
        "and import TensorFlow by name.",
    ),
    Refusal(
        "HSR29",
        "it builds on something that stays in the loop",
        "It reads what another build in the loop makes, and that one cannot move.",
        "See the reason given there.",
    ),
    Refusal(
        "HSR30",
        "which graph is the default is not known",
        "Inside Session(graph=g) builds go to g, and each thread has a default graph of its own; hoist could not show "
        "which graph is the default where the build or its placeholder would stand.",
        "Put the build under `with g.as_default():` in front of the session or of the thread.",
    ),
    Refusal(
        "HSR31",
        "hoist reads this file, but does not write it",
        "hoist finds what grows the graph in files in another encoding than they declare, and does not write them. "
        "Nor does it write a notebook where it does not see what a line of IPython's does to the program (%run, "
        "%pylab, %%timeit, a shell command in a loop), where the edit would touch such a line or one cell would have "
        "to hand a line to another, or where the notebook is in a form that it does not know. "
        "Changes of training (HST3) are written into scripts only.",
        "Say in Python what the line says to IPython (import instead of %run), or convert the notebook (jupyter "
        "nbconvert --to script); save the file as UTF-8; or move the build by hand.",
    ),
    Refusal(
        "HSR32",
        "Python 2 does something else here",
        "hoist follows a program as Python 3 would run it. Where Python 2 differs in what may matter (the variable of "
        "a list comprehension lives on, input() evaluates, loops call next(), classes are old-style), hoist leaves the "
        "program as it is.",
        "Write what is named in the form that both take (another name for the variable, `class A(object)`), or move "
        "the build by hand; then `hoist verify --python PYTHON2` can prove it.",
    ),
    # From here on, reasons for leaving a training as it is (hoist/training/).
    Refusal(
        "HSR40",
        "whose compile it is is not shown",
        "The object that is compiled may be no Keras model, or one that compiles or fits in a way of its own.",
        "Build the model in the same file, in a name of its own (model = keras.Sequential(...)), or change it by hand.",
    ),
    Refusal(
        "HSR41",
        "which optimizer it is is not shown",
        "The optimizer is a custom or unknown one, comes by way of an alias, a parameter or another file, or the names "
        "of the file may mean something else than they say.",
        "Write the optimizer into compile, or in front of minimize, under the name that Keras or TensorFlow gives it.",
    ),
    Refusal(
        "HSR42",
        "its learning rate is no plain number",
        "The rate is a schedule, is fed, changed or read while training, or is a value from elsewhere; beside Adam the "
        "same numbers mean other steps, and a rate that is written as a number no longer follows what sets it.",
        "Decide on Adam's rate and its schedule by hand; `hoist explain HST303` tells what the rate means there.",
    ),
    Refusal(
        "HSR43",
        "the optimizer is used elsewhere too",
        "The program reads, changes or shares the optimizer, and would meet another one there.",
        "Make one optimizer for each model, in the call of compile or in front of minimize, and read nothing of it.",
    ),
    Refusal(
        "HSR44",
        "an argument, or what is done to gradients, would mean something else beside Adam",
        "Clipping, weight decay, averaging and the like act on gradients or weights, and Adam scales each step anew.",
        "Choose the argument anew for Adam (AdamW for weight decay), by hand.",
    ),
    Refusal(
        "HSR45",
        "the optimizer's state may come from a file",
        "Weights, a checkpoint or a whole model are loaded, and the state of another optimizer does not fit to Adam's: "
        "a Saver that restores a checkpoint without Adam's variables fails.",
        "Train anew with Adam, from weights without an optimizer's state; let the Saver restore the model's variables "
        "alone.",
    ),
    Refusal(
        "HSR46",
        "the proof does not measure this way of training yet",
        "Followed are the losses of Model.fit, and of session runs what an optimizer of tf.train minimizes. Not so "
        "train_on_batch, gradient tapes and other loops of one's own, estimators and trainers of libraries, runs in "
        "parts (partial_run, make_callable), and training on several machines.",
        "Change the optimizer by hand, and compare the losses of several seeds.",
    ),
    Refusal(
        "HSR47",
        "what the model is fitted on is not shown to be arrays",
        "A list, dict, generator, table or value from elsewhere may be cut into batches in another way than an array.",
        "Make NumPy arrays of it (np.asarray) in names of their own, or write the dataset by hand.",
    ),
    Refusal(
        "HSR48",
        "a dataset has no exact counterpart of it",
        "fit is asked for something that a dataset cannot be given in the same way, or that is not shown to be plain.",
        "Split the validation data off by hand, give sizes as numbers, and leave steps to the dataset.",
    ),
    Refusal(
        "HSR49",
        "devices, a strategy or another backend are chosen already",
        "The program has a distribution strategy, puts ops on devices of its choice, or runs Keras on another "
        "backend than TensorFlow; one more strategy would contradict that.",
        "Build and compile the model inside the scope of the strategy that is there, or leave the choice of devices to "
        "one.",
    ),
    Refusal(
        "HSR50",
        "it is not trained by Model.fit alone",
        "In a training loop or step of one's own, in a session, and where all runs eagerly, losses and gradients have "
        "to be shared among the replicas by hand.",
        "Train with Model.fit; or use strategy.run and experimental_distribute_dataset, divide each loss by the global "
        "batch (tf.nn.compute_average_loss), and compare by hand.",
    ),
    Refusal(
        "HSR51",
        "the model and its parts are not made in one place",
        "What makes variables has to stand in one scope: the model, its layers, optimizer and metrics. hoist puts "
        "statements of one block there, once, and moves none.",
        "Build and compile the model in one function, with its optimizer, and call that once; in a loop, make the "
        "strategy in front of it and open its scope at each turn.",
    ),
    Refusal(
        "HSR52",
        "something that stands there cannot stand in the scope",
        "Between building and compiling stands something that leaves the block, trains or predicts, opens a context, "
        "or that hoist does not know; in the scope it could do something else.",
        "Put it in front of the building or behind compile, if that is the same to it.",
    ),
    Refusal(
        "HSR53",
        "the state is kept in another way than Keras's own",
        "A checkpoint, a backup that training goes on from, or a SavedModel holds variables as they were without a "
        "strategy; hoist does not show that it fits to mirrored ones.",
        "Keep the model with model.save and load it by keras.models.load_model, inside the scope.",
    ),
    Refusal(
        "HSR54",
        "the batch cannot be multiplied",
        "With --scale-batch, each fit of the model has to be given a batch size, or arrays, behind the strategy in the "
        "same block; a dataset has made its batches already.",
        "Multiply the batch by strategy.num_replicas_in_sync by hand where the dataset is made, or leave --scale-batch "
        "out: then the global batch stays what it was.",
    ),
    Refusal(
        "HSR55",
        "a session loop takes its batches itself",
        "A dataset would stand in the graph in place of the placeholders, and end the loop when its data end; what the "
        "loop feeds, fetches and counts would all be another.",
        "Leave it: feeding arrays adds no node. To change it by hand, build on an initializable iterator of "
        "tf.data.Dataset.from_tensor_slices(...).batch(...) in place of the placeholders.",
    ),
    Refusal(
        "HSR56",
        "the optimizer is built in a loop",
        "At each turn, or call, another optimizer would be made, with state of its own. That is growth of the graph, "
        "or several trainings, and no question of which optimizer it is.",
        "Build once, in front of the loop (`hoist fix` may do that), and then ask for Adam.",
    ),
    Refusal(
        "HSR57",
        "the program trains more than one thing",
        "Where several losses are minimized, as in a GAN, each depends on what the others do, and to reach one of them "
        "sooner says nothing.",
        "Change one optimizer by hand, and judge the program by what it is for.",
    ),
    Refusal(
        "HSR58",
        "the list of all variables is used",
        "Adam keeps two more variables for each that it trains, and two of its own; what counts, picks or compares all "
        "variables would meet them.",
        "Take tf.trainable_variables(), or list the variables by name.",
    ),
    Refusal(
        "HSR59",
        "Adam's variables would not be initialized",
        "An initializer takes the variables that there are when it is built, and those that Adam keeps would come "
        "later; the first step would fail.",
        "Build the initializer, and run it, behind the optimizer.",
    ),
)

REFUSALS = {refusal.code: refusal for refusal in _TABLE}
