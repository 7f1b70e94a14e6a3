"""Ops that draw random numbers; with a seed among their arguments each newly built op starts its stream anew."""

from hoist.tensorflow_api.family import BUILDS, CLOCK, DRAWS, MAKES_VARIABLE, STATEFUL, Family, family
from hoist.tensorflow_api.symbol import Kind

RANDOM = """
multinomial random.categorical random_crop random_gamma random_normal random_poisson random_shuffle random_uniform
truncated_normal nn.dropout nn.experimental.general_dropout nn.fractional_avg_pool nn.fractional_max_pool
nn.sampled_softmax_loss nn.nce_loss image.random_brightness image.random_contrast image.random_flip_left_right
image.random_flip_up_down image.random_hue image.random_jpeg_quality image.random_saturation
image.sample_distorted_bounding_box layers.dropout train.noisy_linear_cosine_decay
nn.all_candidate_sampler nn.fixed_unigram_candidate_sampler nn.log_uniform_candidate_sampler
nn.uniform_candidate_sampler contrib.layers.dropout contrib.nn.alpha_dropout
"""

#: Their parameters become nodes when they are made; `sample` draws (see `methods`).
DISTRIBUTIONS = """
Bernoulli Beta Categorical Dirichlet DirichletMultinomial Exponential Gamma Laplace Multinomial Normal StudentT Uniform
"""

FAMILIES: tuple[Family, ...] = (
    family(Kind.TENSOR, {BUILDS, DRAWS}, RANDOM),
    family(Kind.DISTRIBUTION, {BUILDS}, DISTRIBUTIONS, under="tf.distributions"),
    family(Kind.TENSOR, {BUILDS}, "distributions.kl_divergence"),
    family(Kind.UNKNOWN, {BUILDS, MAKES_VARIABLE, CLOCK}, "random.Generator random.get_global_generator"),
    family(Kind.TENSOR, {BUILDS, CLOCK}, "random.create_rng_state"),
    # noise drawn when the caller asks for it; the default is not to draw
    family(Kind.TENSOR, {BUILDS, DRAWS}, "image.extract_glimpse"),
    # the sampler itself keeps state between its runs
    family(Kind.TENSOR, {BUILDS, DRAWS, STATEFUL}, "nn.learned_unigram_candidate_sampler"),
)
